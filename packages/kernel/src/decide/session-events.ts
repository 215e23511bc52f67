import type { Gate } from '../state/gate.ts';
import type { Session, SessionEvent } from '../state/session.ts';
import { type Context, type Deciding, read } from './deciding.ts';

/** Adds the session's latest event: the caller has counted it already. */
export function note(
  context: Context,
  { session_id, events }: Session,
  event: Pick<SessionEvent, 'kind'> & Partial<SessionEvent>,
): void {
  const nobody = { attempt_id: null, gate_id: null, rule: null };
  context.work.create('session-event', {
    ...nobody,
    ...event,
    session_id,
    sequence: events,
    at: context.now,
  });
}

/** Counts an event of a session and adds it. */
export function noteNext(
  context: Context,
  session: Session,
  event: Pick<SessionEvent, 'kind'> & Partial<SessionEvent>,
): Session {
  const noted = context.work.change('session', session, { events: session.events + 1 });
  note(context, noted, event);
  return noted;
}

/** A session keeps what becomes of its approvals, also when it is closed by then. */
export function* noteApproval(context: Context, { subject, gate_id }: Gate, kind: string): Deciding<void> {
  const action = 'action' in subject ? subject.action : undefined;
  const session = action === undefined ? null : yield* read('session', action.session_id);
  if (session !== null) noteNext(context, session, { kind, gate_id });
}
