import type { EvidenceClass, Plan } from '@cux/contracts';
import type { CapturedEvidence, Surface } from '../surface/surface.ts';
import type { AttemptFacts } from './attempt-facts.ts';
import { type Blocker, blocker } from './blocker.ts';
import { evidenceOfFacts } from './evidence-of-facts.ts';
import type { AttemptHooks } from './run-plan.ts';

const maximumBytes = 67_108_864;
const maximumCount = 20;

/** The media types that evidence of each class has. */
const evidenceTypes = {
  screenshot: /^image\//,
  accessibility_snapshot: /^(text\/|application\/json)/,
  trace: /^application\//,
  video: /^video\//,
  read_back: /^application\/json/,
} as const satisfies Record<EvidenceClass, RegExp>;

/** What the plan wants captured at a stop. A claim needs evidence, so an empty list means a screenshot. */
export function evidenceClassesOf({ evidence }: Pick<Plan, 'evidence'>): readonly EvidenceClass[] {
  return evidence.length === 0 ? ['screenshot'] : [...new Set(evidence)];
}

/**
 * Captures, hands the bytes to the host and notes class, digest and flags. Bytes that nobody could keep are no
 * evidence; bytes whose privacy is unclear are not kept. A hook that throws is the host's fault and passes through.
 */
export async function keepEvidence(
  surface: Surface,
  hooks: Pick<AttemptHooks, 'keepEvidence'>,
  facts: AttemptFacts,
  classes: readonly EvidenceClass[],
): Promise<Blocker | null> {
  let lacking: Blocker | null = null;
  for (const evidenceClass of classes) {
    const own = evidenceOfFacts[evidenceClass];
    const captured = own === undefined ? await surface.capture(evidenceClass) : own(facts);
    if (captured === null || !isOf(captured, evidenceClass) || !fits(captured, facts))
      lacking ??= blocker('evidence_missing');
    else if (!captured.redacted) lacking ??= blocker('privacy_unclear');
    else {
      const digest = await hooks.keepEvidence(captured);
      const size = captured.bytes.byteLength;
      facts.evidence.push({ evidence_class: evidenceClass, digest, size, redacted: true });
    }
  }
  return lacking;
}

/** A picture is no film, whatever an engine calls it. */
function isOf(captured: CapturedEvidence, evidenceClass: EvidenceClass): boolean {
  return captured.evidenceClass === evidenceClass && evidenceTypes[evidenceClass].test(captured.mediaType);
}

function fits({ bytes }: CapturedEvidence, { evidence }: AttemptFacts): boolean {
  return bytes.byteLength > 0 && bytes.byteLength <= maximumBytes && evidence.length < maximumCount;
}
