import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';
import { createRecoveryHost } from '../state/recovery-host.ts';

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
  const lines = told.map(({ explanation }) => explanation);
  answer(output, { recovered: told }, lines.length === 0 ? ['Nothing had to be recovered.'] : lines);
}
