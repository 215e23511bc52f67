import { type Attempt, underWay } from '../state/attempt.ts';
import type { Computer } from '../state/computer.ts';
import type { Screen } from '../state/screen.ts';
import type { Session } from '../state/session.ts';
import { changeScreen, knownComputer, screenOf } from './computers.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  readStored,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { epochRefusal, notAttached } from './screens.ts';
import { note, noteNext } from './session-events.ts';

export const openSession: Decider<'open-session'> = function* ({ computer_id, agent }, context) {
  if (agent.kind !== 'agent') {
    return refuseForGood('session.not-agent', 'A session binds an agent; name one.');
  }
  const computer = yield* knownComputer(computer_id);
  if (isRefused(computer)) return computer;
  const closed = notForSessions(computer);
  if (closed !== null) return closed;
  const session_id = context.ids.next('session');
  if ((yield* read('session', session_id)) !== null) {
    return refuse('session.exists', 'The id of the session was given out before; send the command again.');
  }
  const session = context.work.create('session', {
    session_id,
    computer_id,
    agent,
    revision: 1,
    state: 'open',
    attempt_id: null,
    events: 1,
    opened_at: context.now,
    closed_at: null,
  });
  context.work.change('computer', computer, { sessions: [...computer.sessions, session_id] });
  note(context, session, { kind: 'session-opened' });
  context.work.event('session-opened', { session_id, computer_id });
  return accept({ session_id });
};

export const closeSession: Decider<'close-session'> = function* ({ session_id }, context) {
  const session = yield* openedSession(session_id);
  if (isRefused(session)) return session;
  if (session.attempt_id !== null) return busy();
  const closed = context.work.change('session', session, {
    state: 'closed',
    closed_at: context.now,
    events: session.events + 1,
  });
  const computer = yield* read('computer', session.computer_id);
  if (computer !== null) {
    const sessions = computer.sessions.filter((each) => each !== session_id);
    context.work.change('computer', computer, { sessions });
  }
  note(context, closed, { kind: 'session-closed' });
  context.work.event('session-closed', { session_id });
  return accept({ events: closed.events });
};

export const noteSession: Decider<'note-session'> = function* (input, context) {
  const session = yield* openedSession(input.session_id);
  if (isRefused(session)) return session;
  const { kind, attempt_id, gate_id, rule } = input;
  if (attempt_id !== null && (yield* read('attempt', attempt_id))?.session_id !== session.session_id) {
    return refuse('session.other-attempt', 'The attempt is not part of this session; name one that is.');
  }
  if (gate_id !== null && (yield* read('gate', gate_id)) === null) {
    return refuse('gate.unknown', 'There is no such gate; list the gates and name one.');
  }
  const noted = noteNext(context, session, { kind, attempt_id, gate_id, rule });
  return accept({ sequence: noted.events });
};

export function* openedSession(sessionId: string): Deciding<Session | RefusedDecision> {
  const session = yield* read('session', sessionId);
  if (session === null) {
    return refuse('session.unknown', 'There is no such session; open one.');
  }
  if (session.state === 'closed') {
    return refuseForGood('session.closed', 'The session is closed for good; open another one.');
  }
  return session;
}

/** Why no session may be opened on the Computer now; null when one may. */
function notForSessions({ lifecycle, sharing_scope, sessions }: Computer): RefusedDecision | null {
  if (lifecycle === 'archived' || lifecycle === 'archiving') {
    return refuseForGood('computer.archived', 'The Computer is archived for good; create another one.');
  }
  if (sharing_scope === 'workspace' || sessions.length === 0) return null;
  return refuse(
    'computer.in-use',
    'The Computer is for one session at a time; close the one that is open, or use another Computer.',
  );
}

/** Why no attempt may begin on the session's Screen now; null when one may. */
function* screenRefusal(
  { computer_id, session_id }: Session,
  effectClass: string,
): Deciding<RefusedDecision | null> {
  const computer = yield* knownComputer(computer_id);
  if (isRefused(computer)) return computer;
  const screen = yield* screenOf(computer);
  if (isRefused(screen)) return screen;
  const detached = notAttached({ computer, screen });
  if (detached !== null) return detached;
  if (screen.control !== 'agent') {
    return refuse('screen.control', 'A person has the Screen; wait until it has been handed back.');
  }
  if (screen.readback_due && effectClass !== 'read') {
    return refuse(
      'screen.readback-due',
      'A person has had the Screen; read back what they left before anything is written.',
    );
  }
  return yield* attemptUnderWay(computer.sessions.filter((each) => each !== session_id));
}

/** One pair of hands on a Screen: why nothing begins on it while an attempt of one of these sessions is under way. */
export function* attemptUnderWay(sessionIds: readonly string[]): Deciding<RefusedDecision | null> {
  for (const session_id of sessionIds) {
    const session = yield* read('session', session_id);
    if (session === null || session.attempt_id === null) continue;
    return refuse(
      'screen.attempt-under-way',
      'An attempt is under way on the Screen; wait until it has come to its end.',
    );
  }
  return null;
}

function busy(): RefusedDecision {
  return refuse('session.busy', 'An attempt is under way in this session; end it first.');
}

/** Why an attempt cannot be part of a session; null when it can, or when it names none. */
export function* sessionRefusal(
  sessionId: string | undefined,
  provenance: Attempt['provenance'],
  effectClass: string,
): Deciding<RefusedDecision | null> {
  if (sessionId === undefined) return null;
  const session = yield* openedSession(sessionId);
  if (isRefused(session)) return session;
  const { agent, attempt_id } = session;
  if (!provenance.some((each) => each.kind === agent.kind && each.id === agent.id)) {
    return refuseForGood('session.other-agent', 'The session is of another agent; open one for this agent.');
  }
  return (yield* screenRefusal(session, effectClass)) ?? (attempt_id === null ? null : busy());
}

/** A session follows each move of its attempts: also of one whose outcome is found out while another is under way. */
export function* followAttempt(context: Context, attempt: Attempt): Deciding<void> {
  if (attempt.session_id === null) return;
  const session = yield* readStored('session', attempt.session_id);
  const { attempt_id, state } = attempt;
  const left = session.attempt_id === attempt_id ? null : session.attempt_id;
  const moved = context.work.change('session', session, {
    attempt_id: underWay.includes(state) ? attempt_id : left,
    events: session.events + 1,
  });
  note(context, moved, { kind: `attempt-${state.replaceAll('_', '-')}`, attempt_id });
  const hasRead = attempt.request.effect_class === 'read' && attempt.receipt?.stop_reason === 'completed';
  if (state === 'settled' && hasRead) yield* clearReadback(context, moved, attempt);
  if (state === 'admitted') yield* rememberTodo(context, moved, attempt);
}

export function* screenOfSession({ computer_id }: Session): Deciding<Screen> {
  const { screen_id } = yield* readStored('computer', computer_id);
  return yield* readStored('screen', screen_id);
}

/** What a person left on the Screen has been read, by an attempt that began after they had left it. */
function* clearReadback(context: Context, session: Session, { control_epoch }: Attempt): Deciding<void> {
  const screen = yield* screenOfSession(session);
  if (!screen.readback_due || screen.control_epoch !== control_epoch) return;
  changeScreen(context, screen, { readback_due: false });
}

function* rememberTodo(context: Context, session: Session, { todo_id }: Attempt): Deciding<void> {
  const screen = yield* screenOfSession(session);
  if (screen.todos.includes(todo_id)) return;
  changeScreen(context, screen, { todos: [...screen.todos, todo_id] });
}

/** The control epoch of the session's Screen; null without a session. */
export function* epochOf(sessionId: string | undefined): Deciding<number | null> {
  if (sessionId === undefined) return null;
  const screen = yield* screenOfSession(yield* readStored('session', sessionId));
  return screen.control_epoch;
}

/** Why nothing of an attempt is committed on its session's Screen now; null when it may be, or when it has no session. */
export function* handsRefusal({ session_id, control_epoch }: Attempt): Deciding<RefusedDecision | null> {
  if (session_id === null) return null;
  const screen = yield* screenOfSession(yield* readStored('session', session_id));
  return epochRefusal(control_epoch, screen);
}
