import { digestOf } from '@cux/contracts';
import type { Attempt } from '@cux/kernel';
import type { Vault } from '@cux/vault';
import type { RunContext } from '../host/run-context.ts';

/** Whose session it is, and where. */
export interface StoredSession {
  readonly account: string;
  readonly origin: string;
}

/** The vault's name for a workspace's stored session: an account at an origin, as a digest. */
export function storedSessionName(workspace: string, { account, origin }: StoredSession): string {
  return `stored-session/${digestOf('cux/stored-session', { workspace, account, origin })}`;
}

/** Whether the vault has a stored session of the account. */
export async function hasStoredSession(
  vault: Vault,
  workspace: string,
  session: StoredSession,
): Promise<boolean> {
  return (await vault.getNamed(storedSessionName(workspace, session))) !== null;
}

/** Removes the stored session of the account from the vault; no attempt begins with it any more. */
export async function forgetStoredSession(
  vault: Vault,
  workspace: string,
  session: StoredSession,
): Promise<void> {
  await vault.removeNamed(storedSessionName(workspace, session));
}

/** The vault's name for a session that an enrolment has kept, and that no attempt uses before the kernel has accepted it. */
export function enrolledSessionName(attemptId: string): string {
  return `enrolled-session/${attemptId}`;
}

/**
 * Puts what an enrolment has kept where it belongs, once its attempt is over: under the name of its account when the kernel
 * has accepted it, and out of the vault when not. Does nothing for other attempts, and nothing twice.
 */
export async function placeEnrolledSession(context: RunContext, attemptId: string): Promise<void> {
  const { kernel, vault, workspace } = context;
  const attempt = await kernel.attempt(workspace, attemptId);
  if (attempt?.request.action_unit !== 'enrol_stored_session' || !isOver(attempt)) return;
  const name = enrolledSessionName(attemptId);
  const bytes = await vault.getNamed(name);
  if (bytes === null) return;
  const session = attempt.state === 'settled' ? await sessionOf(context, attempt) : null;
  if (session !== null) await vault.putNamed(storedSessionName(workspace, session), bytes);
  await vault.removeNamed(name);
}

function isOver({ state }: Attempt): boolean {
  return state === 'settled' || state === 'abandoned';
}

/** The account that the attempt was to check; null when its proposal did not say that it is signed in. */
async function sessionOf({ kernel, workspace }: RunContext, attempt: Attempt): Promise<StoredSession | null> {
  const todo = await kernel.todo(workspace, attempt.todo_id);
  const gateId = attempt.request.gate_binding?.gate_id;
  const gate = gateId === undefined ? null : await kernel.gate(workspace, gateId);
  return todo?.state === 'done' && gate !== null && 'account' in gate.subject ? gate.subject : null;
}
