import type { PlanStep } from '@cux/contracts';
import type { Blocker } from './blocker.ts';

/** What a plan may have done, and what an agent may do beside. */
export type StepKind = PlanStep['kind'] | 'keypress' | 'scroll';

/** What one step did and met. A receipt is compiled from these and from nothing else. */
export interface RecordedStep {
  readonly kind: StepKind;
  /**
   * - `done`: it did what it says.
   * - `outcome_unknown`: input was sent and the engine does not know what came of it.
   * - `stopped`: nothing was sent after what the blocker names.
   */
  readonly outcome: 'done' | 'outcome_unknown' | 'stopped';
  readonly blocker: Blocker | null;
  /** Set by `open`: the page that the plan names was reached. */
  readonly screenReached?: boolean;
}

export function recorded(kind: StepKind, found: Blocker | null): RecordedStep {
  return { kind, outcome: found === null ? 'done' : 'stopped', blocker: found };
}
