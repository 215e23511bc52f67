import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';
import { createRecoveryHost } from '../state/recovery-host.ts';
import { settleHint, type UnknownOutcome, unknownOutcomes } from './unknown-outcomes.ts';

/**
 * Takes over the attempts of dead processes, and runs the reducers whose proposal never arrived. Starts no
 * provider and sends nothing: what has to be read back becomes a todo.
 */
export async function recover(state: OpenState, output: Output): Promise<void> {
  await state.openVault();
  const told: { readonly workspace: string; readonly explanation: string }[] = [];
  for (const workspace of state.workspaces) {
    const host = await createRecoveryHost(state, workspace);
    for (const explanation of await host.recover()) told.push({ workspace, explanation });
  }
  const unknown: UnknownOutcome[] = [];
  for (const workspace of state.workspaces) unknown.push(...(await unknownOutcomes(state, workspace)));
  const lines = told.map(({ explanation }) => explanation);
  answer(
    output,
    {
      recovered: told,
      unknown_outcomes: unknown.map(({ workspace, attempt, readBack }) => ({
        workspace,
        attempt_id: attempt.attempt_id,
        todo_id: attempt.todo_id,
        read_back: readBack?.todo_id ?? null,
      })),
    },
    [...(lines.length === 0 ? ['Nothing had to be recovered.'] : lines), ...unknown.flatMap(nextStepOf)],
  );
}

/** One that is read back asks nobody. */
function nextStepOf({ attempt: { attempt_id, todo_id }, readBack }: UnknownOutcome): readonly string[] {
  return readBack === null ? [`Attempt ${attempt_id} of the todo ${todo_id}: ${settleHint(attempt_id)}`] : [];
}
