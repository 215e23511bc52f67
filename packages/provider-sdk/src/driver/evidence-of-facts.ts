import { canonicalForm, type EvidenceClass } from '@cux/contracts';
import type { CapturedEvidence } from '../surface/surface.ts';
import type { AttemptFacts } from './attempt-facts.ts';

function json(evidenceClass: EvidenceClass, value: unknown): CapturedEvidence {
  const bytes = new TextEncoder().encode(canonicalForm(value));
  return { evidenceClass, bytes, mediaType: 'application/json', redacted: true };
}

/** The extracted facts themselves: already typed, bounded and redacted. Null where nothing was extracted. */
function readBackOf({ extractions }: AttemptFacts): CapturedEvidence | null {
  return Object.keys(extractions).length === 0 ? null : json('read_back', extractions);
}

/**
 * What was done so far, step by step, with what each met and the digests of the evidence beside it. It names kinds and
 * codes only: no value, no name of an element and no word of the page can be in it.
 */
function traceOf({ steps, stop, draft, press, screenReached, evidence }: AttemptFacts): CapturedEvidence {
  return json('trace', {
    schema_version: 'cux_trace_v1',
    screen_reached: screenReached,
    steps: steps.map(({ kind, outcome, blocker }) => ({ kind, outcome, blocker: blocker?.code ?? null })),
    draft,
    press,
    stop: stop === null ? null : { code: stop.blocker.code, step: stop.step },
    evidence: evidence.map(({ evidence_class, digest }) => ({ evidence_class, digest })),
  });
}

/** Classes that are evidence of the attempt's own record: no engine is asked for them. */
export const evidenceOfFacts: {
  readonly [Class in EvidenceClass]?: (facts: AttemptFacts) => CapturedEvidence | null;
} = { read_back: readBackOf, trace: traceOf };
