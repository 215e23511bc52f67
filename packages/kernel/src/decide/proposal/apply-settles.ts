import { moveAttempt } from '../attempts.ts';
import { type Context, type Deciding, type Refused, read, refuse } from '../deciding.ts';
import { releaseUnsettled } from '../locks.ts';
import { moveTodo, resumeTodo } from '../todos.ts';
import type { Proposing } from './apply-proposal.ts';

/** A read-back says what another attempt came to: its todo moves on, and the place is free again. */
export function* applySettles(context: Context, { proposal }: Proposing): Deciding<Refused | null> {
  const { settles } = proposal;
  if (settles === null) return null;
  const attempt = yield* read('attempt', settles.attempt_id);
  const todo = attempt === null ? null : yield* read('todo', attempt.todo_id);
  const settleable = attempt?.state === 'outcome_unknown' || attempt?.state === 'settled';
  if (!settleable || attempt.outcome !== null || attempt.subject === null || todo === null) {
    return refuse(
      'settles.not-unknown',
      'The attempt is settled already, or never committed; settle nothing.',
    );
  }
  const blockedUnknown = todo.state === 'blocked' && attempt.state === 'outcome_unknown';
  if ((todo.state !== 'reconciling' && !blockedUnknown) || todo.fence !== attempt.fence) {
    return refuse('settles.todo-not-reconciling', 'The todo does not wait for this outcome; settle nothing.');
  }
  const gated = settles.todo_state === 'awaiting_gate';
  if (gated && proposal.gate?.todo_id !== todo.todo_id) {
    return refuse('proposal.gate-missing', 'The todo would await a gate that is not raised for it.');
  }
  const { outcome, attempt_id } = settles;
  if (attempt.state === 'outcome_unknown') moveAttempt(context, attempt, 'settled', { outcome });
  else context.work.change('attempt', attempt, { outcome });
  context.work.event('outcome-settled', { attempt_id, outcome, by: 'read-back' });
  yield* releaseUnsettled(context, attempt.subject, attempt_id);
  const patch = { because: proposal.because, attention: settles.attention };
  if (todo.state === settles.todo_state) context.work.change('todo', todo, patch);
  else moveTodo(context, todo, settles.todo_state, patch);
  return null;
}

/** A blocked todo that named this one as its successor may run again. */
export function* applyUnblocks(context: Context, { todo, proposal }: Proposing): Deciding<Refused | null> {
  if (proposal.unblocks === null) return null;
  const waiting = yield* read('todo', proposal.unblocks);
  const waits =
    waiting?.state === 'blocked' &&
    waiting.successor === todo.todo_id &&
    waiting.capability === todo.capability &&
    waiting.goal_id === todo.goal_id;
  if (!waits) {
    return refuse('proposal.unblocks-foreign', 'That todo does not wait for this one; unblock nothing.');
  }
  yield* resumeTodo(context, waiting, proposal.because);
  return null;
}
