import type { Attempt, Todo } from '@cux/kernel';
import { cux } from '../next-command.ts';
import type { OpenState } from '../state/open-state.ts';

/** An attempt of which nobody knows what it came to, and whether another todo finds out without anybody's help. */
export interface UnknownOutcome {
  readonly workspace: string;
  readonly attempt: Attempt;
  /** The todo that reads back what the site holds; null where nothing does. */
  readonly readBack: Todo | null;
}

/** Those of a workspace, the earliest first. */
export async function unknownOutcomes(
  { kernel }: OpenState,
  workspace: string,
): Promise<readonly UnknownOutcome[]> {
  const attempts = await kernel.unsettled(workspace);
  const sorted = attempts.toSorted((left, right) => left.admitted_at - right.admitted_at);
  const found: UnknownOutcome[] = [];
  for (const attempt of sorted) {
    const todos = await kernel.todos(workspace, { goal_id: attempt.goal_id, states: ['open', 'running'] });
    const readBack = todos.find((todo) => todo.reconciles_attempt_id === attempt.attempt_id) ?? null;
    found.push({ workspace, attempt, readBack });
  }
  return found;
}

/** What a person can do about it; the same words wherever one is shown. */
export function settleHint(attemptId: string): string {
  return `nobody knows what it came to: ${cux`attempt settle ${attemptId}`}`;
}
