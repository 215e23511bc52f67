import type { EvidenceClass } from '@cux/contracts';
import type { CapturedEvidence, Observation } from '@cux/provider-sdk';
import type { PageTarget } from '../session/page-target.ts';

/** How long a picture may take, in milliseconds; a page that a dialog holds may never give one. */
const patience = 15_000;

/** What a reviewer never needs to see: secrets, cards and one-time codes. */
const sensitive = [
  'input[type="password"]',
  'input[autocomplete^="cc-"]',
  'input[autocomplete="one-time-code"]',
  'input[autocomplete="current-password"]',
  'input[autocomplete="new-password"]',
].join(', ');

/** The page as it is, for a person who decides; sensitive fields are painted over. Null when none was got. */
export async function screenshot(target: PageTarget): Promise<Uint8Array | null> {
  const mask = target.page.frames().map((frame) => frame.locator(sensitive));
  const picture = await target.guarded(
    target.page.screenshot({ type: 'png', mask, caret: 'initial', timeout: patience }),
    patience,
  );
  return picture.kind === 'value' ? new Uint8Array(picture.value) : null;
}

export async function capture(
  target: PageTarget,
  evidenceClass: EvidenceClass,
  observe: () => Promise<Observation>,
): Promise<CapturedEvidence | null> {
  switch (evidenceClass) {
    case 'screenshot': {
      const bytes = await screenshot(target);
      return bytes === null ? null : { evidenceClass, bytes, mediaType: 'image/png', redacted: true };
    }
    case 'accessibility_snapshot': {
      const { tree } = await observe();
      const bytes = new TextEncoder().encode(tree);
      return bytes.length === 0 ? null : { evidenceClass, bytes, mediaType: 'text/plain', redacted: true };
    }
    default:
      return null;
  }
}
