import type { PlanStep } from '@cux/contracts';
import type { StepEnvironment } from './environment.ts';

/** Steps that only put values in. Whatever else a plan does may be about what the page does by itself. */
const putsIn: ReadonlySet<PlanStep['kind']> = new Set(['fill', 'select', 'check', 'attach']);

/** From one field to the next the page's late answers wait; any other step lets them happen first. */
export async function holdForStep(environment: StepEnvironment, kind: PlanStep['kind']): Promise<void> {
  await holdLateAnswers(environment, putsIn.has(kind));
}

export async function holdLateAnswers(
  { surface, lateAnswers }: Pick<StepEnvironment, 'surface' | 'lateAnswers'>,
  hold: boolean,
): Promise<void> {
  if (lateAnswers.held === hold) return;
  lateAnswers.held = hold;
  await surface.holdLateAnswers?.(hold);
}
