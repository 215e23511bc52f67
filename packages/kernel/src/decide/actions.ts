import type { CommandInput } from '../commands/command.ts';
import { saltedDigest } from '../log/salted-digest.ts';
import type { Action } from '../state/action.ts';
import type { Attempt } from '../state/attempt.ts';
import type { Session } from '../state/session.ts';
import { heldAttempt } from './attempts.ts';
import { changeScreen } from './computers.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { noteNext } from './session-events.ts';
import { handsRefusal, screenOfSession } from './sessions.ts';

/** Under which key an agent asks for which action. */
export type Asked = Pick<CommandInput<'join-approval'>, 'key' | 'kind' | 'action_digest'>;

/** Names the row of a key: agents may choose theirs as they like, and no two share one. */
export function actionRowId(salt: string, agentId: string, key: string): string {
  return `action:${saltedDigest('cux/logged-name', salt, { agent: agentId, key })}`;
}

export function* actionOf(
  { salt }: Pick<Context, 'salt'>,
  { agent }: Session,
  key: string,
): Deciding<Action | null> {
  return yield* read('action', actionRowId(salt, agent.id, key));
}

/** Intent comes before contact: whoever finds it begun and not settled knows that something may have happened. */
export const beginAction: Decider<'begin-action'> = function* (input, context) {
  const place = yield* placeOf(context, input);
  if (isRefused(place)) return place;
  const { attempt, session } = place;
  const taken = yield* takenKey(context, session, input);
  if (taken !== null) return taken;
  const screen = yield* screenOfSession(session);
  const seen = input.observation_generation;
  if (seen !== null && seen !== screen.observation_generation) {
    return refuse(
      'screen.stale-observation',
      'The Screen has been acted on or observed since; observe again.',
    );
  }
  const observation_generation = screen.observation_generation + 1;
  changeScreen(context, screen, { observation_generation });
  const { attempt_id } = attempt;
  createAction(context, session, input, { state: 'begun', attempt_id });
  noteNext(context, session, { kind: 'action-begun', attempt_id });
  context.work.event('action-begun', { attempt_id, kind: input.kind });
  return accept({ observation_generation });
};

/** Once, by whoever carried it out. */
export const settleAction: Decider<'settle-action'> = function* (input, context) {
  const session = yield* read('session', input.session_id);
  if (session === null) return refuse('session.unknown', 'There is no such session; open one.');
  const action = yield* actionOf(context, session, input.key);
  if (action === null) return refuse('action.unknown', 'Nothing was asked under this key; begin it first.');
  if (action.state === 'settled') {
    return refuseForGood('action.settled', 'What came of it is written down already; read that.');
  }
  const attempt = yield* read('attempt', input.attempt_id);
  if (attempt === null || !(yield* carries(action, attempt))) {
    return refuse('action.other-attempt', 'Another attempt carries it out; settle it there.');
  }
  if (attempt.process_id !== input.process_id) {
    return refuseForGood('attempt.other-process', 'Another process carries it out; leave it to that one.');
  }
  const { attempt_id, outcome, rule } = input;
  context.work.change('action', action, { state: 'settled', attempt_id, outcome, rule });
  const kind = `action-${outcome.replaceAll('_', '-')}`;
  const { events } = noteNext(context, session, { kind, attempt_id, gate_id: action.gate_id, rule });
  context.work.event('action-settled', { attempt_id, outcome, rule });
  return accept({ events });
};

/** An action is its own attempt's; one that was asked about is that of the attempt that consumed its approval. */
function* carries({ attempt_id, gate_id }: Action, attempt: Attempt): Deciding<boolean> {
  if (gate_id === null) return attempt_id === attempt.attempt_id;
  return (yield* read('gate', gate_id))?.consumed_by === attempt.attempt_id;
}

interface Place {
  readonly attempt: Attempt;
  readonly session: Session;
}

/** The running attempt and its session, under the control that the attempt began with. */
export function* placeOf(
  context: Context,
  input: Pick<CommandInput<'begin-action'>, 'attempt_id' | 'fence' | 'process_id'>,
): Deciding<Place | RefusedDecision> {
  const attempt = yield* heldAttempt(context, input, ['running']);
  if (isRefused(attempt)) return attempt;
  const session = attempt.session_id === null ? null : yield* read('session', attempt.session_id);
  if (session === null) {
    return refuseForGood('attempt.without-session', 'The attempt is part of no session; nobody acts in it.');
  }
  const taken = yield* handsRefusal(attempt);
  return taken ?? { attempt, session };
}

/** Why a key cannot be used for something new; null when nothing was asked under it. */
export function* takenKey(
  context: Context,
  session: Session,
  asked: Asked,
): Deciding<RefusedDecision | null> {
  const known = yield* actionOf(context, session, asked.key);
  if (known === null) return null;
  if (known.action_digest !== asked.action_digest || known.session_id !== session.session_id) {
    return refuseForGood('action.key-conflict', 'The key was used for another action; choose another key.');
  }
  return refuseForGood('action.known', 'This was asked already; read what has come of it.');
}

export function createAction(
  context: Context,
  { session_id, agent }: Session,
  { key, kind, action_digest }: Asked,
  parts: Pick<Action, 'state'> & Partial<Pick<Action, 'attempt_id' | 'gate_id'>>,
): Action {
  return context.work.create('action', {
    action_id: actionRowId(context.salt, agent.id, key),
    session_id,
    revision: 1,
    kind,
    action_digest,
    attempt_id: null,
    gate_id: null,
    outcome: null,
    rule: null,
    at: context.now,
    ...parts,
  });
}
