import type { Principal } from '@cux/contracts';
import type { AttemptDraft, Todo } from '@cux/kernel/capability';
import type { RunContext } from '../host/run-context.ts';
import { placeEnrolledSession, storedSessionName } from './stored-session.ts';

/** The stored session that the draft asks for, if a standing gate for it is open and the vault has it. */
export async function findStoredSession(
  context: RunContext,
  draft: AttemptDraft,
  todo: Todo,
  provenance: readonly Principal[],
): Promise<{ readonly gateId: string; readonly bytes: Uint8Array | null } | null> {
  const wanted = draft.stored_session;
  if (wanted === null) return null;
  if (draft.request.effect_class === 'credential_use') {
    return todo.gate_id === null ? null : { gateId: todo.gate_id, bytes: null };
  }
  const now = context.clock.now();
  const gates = await context.kernel.gates(context.workspace, { statuses: ['open'] });
  // One that is over, another principal's, or approved by somebody who takes part would have the whole attempt refused: without it, it meets the wall.
  const standing = gates.find(
    ({ kind, subject, expires_at, decided_by }) =>
      kind === 'standing' &&
      'account' in subject &&
      subject.account === wanted.account &&
      subject.origin === wanted.origin &&
      provenance.some(({ id }) => id === subject.principal_id) &&
      !provenance.some(({ id }) => id === decided_by?.id) &&
      now < expires_at,
  );
  if (standing === undefined) return null;
  // A host that ended right after its enrolment was accepted has left this to do.
  const enrolments = await context.kernel.attempts(context.workspace, { todo_id: standing.todo_id });
  for (const { attempt_id } of enrolments) await placeEnrolledSession(context, attempt_id);
  const bytes = await context.vault.getNamed(storedSessionName(context.workspace, wanted));
  return bytes === null ? null : { gateId: standing.gate_id, bytes };
}
