import type { Attempt } from '../../state/attempt.ts';
import type { Todo } from '../../state/todo.ts';
import { moveAttempt } from '../attempts.ts';
import { type Context, type Deciding, type RefusedDecision, read, readStored, refuse } from '../deciding.ts';
import { holdsPlace, releaseUnsettled } from '../locks.ts';
import { moveTodo, resumeTodo } from '../todos.ts';
import type { Proposing } from './apply-proposal.ts';

/**
 * What a proposed settlement meets.
 *
 * - `settles`: the attempt's outcome is open and its todo waits for it.
 * - `nothing-open`: nobody waits for it any more, and nothing says otherwise: a person was quicker, or it never
 *   committed.
 * - `contradicted`: its outcome has been settled the other way.
 */
export type Settlement =
  | { readonly kind: 'settles'; readonly attempt: Attempt; readonly todo: Todo }
  | { readonly kind: 'nothing-open' }
  | { readonly kind: 'contradicted' };

export function* settlementOf({ proposal }: Pick<Proposing, 'proposal'>): Deciding<Settlement | null> {
  const { settles } = proposal;
  if (settles === null) return null;
  const attempt = yield* read('attempt', settles.attempt_id);
  if (attempt === null) return { kind: 'nothing-open' };
  const todo = yield* readStored('todo', attempt.todo_id);
  const said = attempt.outcome ?? (completedUnread(attempt, todo) ? 'happened' : null);
  if (said !== null && said !== settles.outcome) return { kind: 'contradicted' };
  const waits = todo.state === 'reconciling' || todo.state === 'blocked';
  const open = attempt.outcome === null && waits && todo.fence === attempt.fence;
  const settleable = attempt.state === 'outcome_unknown' || attempt.state === 'settled';
  if (!open || !settleable || !(yield* holdsPlace(attempt))) return { kind: 'nothing-open' };
  return { kind: 'settles', attempt, todo };
}

/** A publication that its own reducer called done, without waiting for a read-back. */
function completedUnread(attempt: Attempt, todo: Todo): boolean {
  return attempt.state === 'settled' && attempt.permit_id !== null && todo.state === 'done';
}

/**
 * A read-back says what another attempt came to: its todo moves on, and the place is free again. Answers whether it
 * settled anything: where nobody waits for the outcome any more, it does not, and says so in the log.
 */
export function* applySettles(context: Context, proposing: Proposing): Deciding<boolean | RefusedDecision> {
  const { proposal } = proposing;
  const { settles } = proposal;
  const settlement = yield* settlementOf(proposing);
  if (settles === null || settlement === null) return false;
  const { outcome, attempt_id } = settles;
  if (settlement.kind !== 'settles') {
    context.work.event('outcome-already-settled', { attempt_id, outcome });
    return false;
  }
  const { attempt, todo } = settlement;
  if (settles.todo_state === 'awaiting_gate' && proposal.gate?.todo_id !== todo.todo_id) {
    return refuse('proposal.gate-missing', 'The todo would await a gate that is not raised for it.');
  }
  if (attempt.state === 'outcome_unknown') yield* moveAttempt(context, attempt, 'settled', { outcome });
  else context.work.change('attempt', attempt, { outcome });
  context.work.event('outcome-settled', { attempt_id, outcome, by: 'read-back' });
  yield* releaseUnsettled(context, attempt);
  const patch = { because: proposal.because, attention: settles.attention };
  if (todo.state === settles.todo_state) context.work.change('todo', todo, patch);
  else moveTodo(context, todo, settles.todo_state, patch);
  return true;
}

/**
 * A blocked todo that named this one as its successor may run again. One that does not wait any more (a person has
 * cancelled or reopened it meanwhile) is left as it is; one that can never have waited for it is refused.
 */
export function* applyUnblocks(
  context: Context,
  { todo, proposal }: Proposing,
): Deciding<RefusedDecision | null> {
  if (proposal.unblocks === null) return null;
  const waiting = yield* read('todo', proposal.unblocks);
  const foreign =
    waiting?.capability !== todo.capability ||
    waiting.goal_id !== todo.goal_id ||
    (todo.record_id !== null && waiting.record_id !== todo.record_id);
  if (foreign) {
    return refuse('proposal.unblocks-foreign', 'That todo never waited for this one; unblock nothing.');
  }
  if (waiting.state === 'blocked' && waiting.successor === todo.todo_id) {
    yield* resumeTodo(context, waiting, proposal.because);
  } else {
    context.work.event('unblock-not-needed', { todo_id: waiting.todo_id, state: waiting.state });
  }
  return null;
}
