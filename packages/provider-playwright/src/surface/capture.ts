import type { EvidenceClass } from '@cux/contracts';
import type { CapturedEvidence, Observation } from '@cux/provider-sdk';
import { call } from '../session/isolated-world.ts';
import type { PageTarget } from '../session/page-target.ts';
import { paintOver } from './paint-over.ts';
import { privateBoxes } from './private-boxes.ts';
import { showSame } from './show-same.ts';
import { type Box, shownTexts } from './shown-texts.ts';

/** What a reviewer never needs to see: secrets, cards and one-time codes. */
const sensitive = [
  'input[type="password"]',
  'input[autocomplete^="cc-"]',
  'input[autocomplete="one-time-code"]',
  'input[autocomplete="current-password"]',
  'input[autocomplete="new-password"]',
].join(', ');

/**
 * The page as it is, for a person who decides; sensitive fields are painted over. Null when a dialog holds the page or
 * it has gone. Takes as long as the machine needs: whoever asks has a deadline, and the end of the session ends it.
 */
export async function screenshot(target: PageTarget): Promise<Uint8Array | null> {
  const mask = target.page.frames().map((frame) => frame.locator(sensitive));
  const picture = await target.guarded(
    target.page.screenshot({ type: 'png', mask, caret: 'initial', scale: 'css', timeout: 0 }),
    null,
  );
  return picture.kind === 'value' ? new Uint8Array(picture.value) : null;
}

/** How often a page that changes while its picture is taken is tried again. */
const attempts = 3;

/**
 * A picture that may be kept: what reads like a secret is painted over, and so is what cannot be read. It counts as
 * redacted only when the page showed the same right before and right after, so that the boxes are those of the picture.
 */
async function keepableScreenshot(target: PageTarget): Promise<CapturedEvidence | null> {
  const evidence = { evidenceClass: 'screenshot', mediaType: 'image/png' } as const;
  const still = (await isLarge(target)) ? await pictureOfStillPage(target) : null;
  if (still !== null) {
    return { ...evidence, bytes: still, redacted: true };
  }
  let bytes: Uint8Array | null = null;
  for (let tries = 0; tries < attempts; tries += 1) {
    const before = await boxesToHide(target);
    bytes = await screenshot(target);
    const after = await boxesToHide(target);
    if (bytes === null || before === null || after === null) {
      return null;
    }
    if (JSON.stringify(before) === JSON.stringify(after)) {
      return { ...evidence, bytes: paintOver(bytes, before), redacted: true };
    }
  }
  return bytes === null ? null : { ...evidence, bytes, redacted: false };
}

/** Elements from which on reading a page's texts takes many times as long as taking its picture. */
const largePage = 20_000;

async function isLarge(target: PageTarget): Promise<boolean> {
  const size = await call<number>(target, target.mainWorld, 'size', []);
  return size.kind === 'value' && size.value >= largePage;
}

/** The texts are read once, between two pictures that show the same; null when they do not. */
async function pictureOfStillPage(target: PageTarget): Promise<Uint8Array | null> {
  const before = await screenshot(target);
  const boxes = await boxesToHide(target);
  const after = await screenshot(target);
  const still = before !== null && after !== null && showSame(before, after);
  return still && boxes !== null ? paintOver(after, boxes) : null;
}

async function boxesToHide(target: PageTarget): Promise<readonly Box[] | null> {
  const shown = await shownTexts(target);
  return shown === null ? null : privateBoxes(shown);
}

/** How long a page that is going to another one may take to show it, and how often it is looked at, in milliseconds. */
const arrivalPatience = 10_000;
const arrivalPoll = 50;

/**
 * What can be seen, of a page that is there: after a press it may just be going to another one, and show nothing of either.
 * Empty only where the same document shows nothing twice, or none comes in time.
 */
async function lookAtPage(target: PageTarget, observe: () => Promise<Observation>): Promise<string> {
  const until = performance.now() + arrivalPatience;
  for (let empty: string | null = null; ; ) {
    const left = until - performance.now();
    const loaded = await target.guarded(target.page.waitForLoadState('domcontentloaded'), Math.max(0, left));
    const { tree } = await observe();
    const shown = target.mainWorld?.uniqueContextId ?? null;
    const isEmpty = loaded.kind === 'value' && shown !== null && shown === empty;
    if (tree !== '' || isEmpty || left <= 0 || loaded.kind === 'dialog' || loaded.kind === 'closed') {
      return tree;
    }
    empty = shown;
    await new Promise((done) => setTimeout(done, arrivalPoll));
  }
}

export async function capture(
  target: PageTarget,
  evidenceClass: EvidenceClass,
  observe: () => Promise<Observation>,
): Promise<CapturedEvidence | null> {
  switch (evidenceClass) {
    case 'screenshot':
      return keepableScreenshot(target);
    case 'accessibility_snapshot': {
      const bytes = new TextEncoder().encode(await lookAtPage(target, observe));
      return bytes.length === 0 ? null : { evidenceClass, bytes, mediaType: 'text/plain', redacted: true };
    }
    default:
      return null;
  }
}
