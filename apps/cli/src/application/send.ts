import type { Principal } from '@cux/contracts';
import type { CommandInput, CommandKind, CommandResult } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import type { Application } from './application.ts';

/**
 * Sends a command under a key of its own: a repeat of the same step answers as before, and changes nothing.
 *
 * @throws CliFault `refused`, in the kernel's words
 */
export async function send<Kind extends CommandKind>(
  { state, workspace }: Pick<Application, 'state' | 'workspace'>,
  principal: Principal,
  key: string,
  kind: Kind,
  input: CommandInput<Kind>,
): Promise<CommandResult<Kind>> {
  const result = await state.kernel.execute(kind, { workspace, principal, key: `cli/${key}` }, input);
  if (result.kind === 'refused') throw new CliFault('refused', result.message);
  return result.result;
}
