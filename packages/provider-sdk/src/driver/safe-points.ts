import type { BlockerCode, PlanStep } from '@cux/contracts';
import type { Blocker } from './blocker.ts';
import type { StepEnvironment } from './environment.ts';

/** Steps that may be taken once more: they only look, or put the same value in again. */
const repeatable: ReadonlySet<PlanStep['kind']> = new Set([
  'await',
  'fill',
  'select',
  'check',
  'verify',
  'verify_fact',
]);

/** What a step stops with when what it needed is gone. It has touched nothing. */
const gone: ReadonlySet<BlockerCode> = new Set(['target_missing', 'target_stale', 'overlay']);

/** Where a plan may go back to when a known modal has taken an opened menu, panel or dialog with it. */
export interface SafePoints {
  /** Right before each step, with its index. */
  entering(index: number): void;
  /**
   * The press to go on from; null when the blocker stands. It answers a press only if a known modal was put away since that press
   * began, so that there are no more answers than dismissals, and those have a bound.
   *
   * @param stopped index of the step that stopped, or the number of steps for what follows them
   */
  before(stopped: number, found: Blocker): Promise<number | null>;
}

/** Asked only before a commit is: what follows one is never done again. */
export function createSafePoints(environment: StepEnvironment, steps: readonly PlanStep[]): SafePoints {
  const dismissedBefore = new Map<number, number>();
  return {
    entering: (index) => {
      dismissedBefore.set(index, dismissed(environment));
    },
    before: async (stopped, { code }) => {
      if (!gone.has(code)) return null;
      const point = await firstClosed(environment, steps.slice(0, stopped));
      if (point === null) return null;
      return dismissed(environment) > (dismissedBefore.get(point) ?? 0) ? point : null;
    },
  };
}

function dismissed({ dismissals }: StepEnvironment): number {
  return [...dismissals.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * Of the opening presses right before the stop, with nothing but repeatable steps between, the first whose opened thing is no
 * longer there. One that is still open, and all before it, have lost nothing.
 */
async function firstClosed({ surface }: StepEnvironment, steps: readonly PlanStep[]): Promise<number | null> {
  let first: number | null = null;
  for (const [index, step] of [...steps.entries()].reverse()) {
    if (step.kind === 'press' && step.opens !== undefined) {
      const { kind } = await surface.resolve(step.opens);
      if (kind !== 'missing') return first;
      first = index;
    } else if (!repeatable.has(step.kind)) return first;
  }
  return first;
}
