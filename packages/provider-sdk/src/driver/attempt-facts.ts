import type { Annex, EvidenceClass, ExtractedValue } from '@cux/contracts';
import type { Blocker } from './blocker.ts';
import { type ExpectedField, expectedFieldOf } from './expected-value.ts';
import type { RecordedStep } from './recorded-step.ts';
import type { StepAction } from './step.ts';

/** Where an attempt ended, when nothing stopped it. */
export type Ending = 'completed' | 'stopped_at_gate';

/** The facts of one attempt as they come in. Only ever added to; `compileReport` reads them. */
export interface AttemptFacts {
  readonly startedAt: number;
  /** Every step that was carried out, in order. */
  readonly steps: RecordedStep[];
  screenReached: boolean;
  /** What the fields of the present document have to hold, by target; the last step on a field counts. */
  readonly fields: Map<string, ExpectedField>;
  /** Fields of documents that the plan has left, with their values held. */
  fieldsLeftHeld: number;
  /** Null until the values were read back. */
  draft: Annex['draft'];
  press: Annex['press'];
  clicked: boolean;
  permitSpent: number;
  /** Something came up after the final press: a fact of a failed attempt, and no reason to report it blocked. */
  modalAfterPress: boolean;
  readonly evidence: Annex['evidence'];
  extractions: Readonly<Record<string, ExtractedValue>>;
  unexpectedTargetOpened: boolean;
  observationTruncated: boolean;
  /** The first thing that stopped it, and at which step. Once set, it stays. */
  stop: { readonly blocker: Blocker; readonly step: number | null } | null;
  ending: Ending;
}

export function startFacts(startedAt: number): AttemptFacts {
  return {
    startedAt,
    steps: [],
    screenReached: false,
    fields: new Map(),
    fieldsLeftHeld: 0,
    draft: null,
    press: 'not_attempted',
    clicked: false,
    permitSpent: 0,
    modalAfterPress: false,
    evidence: [],
    extractions: {},
    unexpectedTargetOpened: false,
    observationTruncated: false,
    stop: null,
    ending: 'completed',
  };
}

/** The first blocker is the reason; what follows from it is not. */
export function stopAt(facts: AttemptFacts, found: Blocker | null, step: number | null): void {
  if (found !== null && facts.stop === null) facts.stop = { blocker: found, step };
}

export function addStep(facts: AttemptFacts, action: StepAction, done: RecordedStep): void {
  facts.steps.push(done);
  if (done.screenReached !== undefined) facts.screenReached = done.screenReached;
  const field = expectedFieldOf(action);
  if (field !== null) facts.fields.set(JSON.stringify(field.target), field);
}

/** Every approved value was held when it was last read back. */
export function draftHeld({ draft, screenReached }: AttemptFacts): boolean {
  return (
    screenReached &&
    draft !== null &&
    draft.fields_expected > 0 &&
    draft.fields_held === draft.fields_expected
  );
}

/** How the evidence of an attempt is called in the receipt: a closed set. */
export function handleKindOf(classes: readonly EvidenceClass[]) {
  const kinds = new Set(classes.map((evidenceClass) => handleKinds[evidenceClass]));
  const [only] = kinds;
  if (only === undefined) return 'none';
  return kinds.size === 1 ? only : 'host_replay_or_screenshot_pointer';
}

const handleKinds = {
  screenshot: 'host_screenshot_pointer',
  accessibility_snapshot: 'host_accessibility_pointer',
  trace: 'host_replay_pointer',
  video: 'host_replay_pointer',
  read_back: 'host_replay_pointer',
} as const satisfies Record<EvidenceClass, string>;
