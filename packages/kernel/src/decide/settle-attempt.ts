import { canonicalForm, judgeProposal } from '@cux/contracts';
import type { Attempt } from '../state/attempt.ts';
import type { Todo } from '../state/todo.ts';
import { fencedAttempt, moveAttempt, wrongState } from './attempts.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  readMany,
  readStored,
  refuse,
  refuseForGood,
  soleRule,
} from './deciding.ts';
import { holdsPlace, releaseUnsettled } from './locks.ts';
import { onlyOwner } from './principals.ts';
import { applyProposal, type Proposing } from './proposal/apply-proposal.ts';
import { isQuiet } from './quiet-time.ts';
import { countIntervention, settleAttemptQuota } from './quota.ts';
import { moveTodo } from './todos.ts';

/**
 * Applies a reducer's proposal, or refuses it whole. A refused proposal is never a terminal answer: the
 * reducer is run again on what stands by then.
 */
export const settleAttempt: Decider<'settle-attempt'> = function* (input, context) {
  const attempt = yield* read('attempt', input.attempt_id);
  if (attempt === null)
    return refuse('attempt.unknown', 'There is no such attempt; name one that was admitted.');
  const proposing = yield* proposingFor(context, attempt, input.proposal);
  if (isRefused(proposing)) return proposing;
  if (attempt.state !== 'reported' && attempt.state !== 'outcome_unknown') {
    return wrongState(attempt, ['reported', 'outcome_unknown']);
  }
  if (attempt.state === 'outcome_unknown' && (yield* isReadBack(attempt))) {
    return refuse('attempt.already-reconciling', 'Its read-back exists already; run that one.');
  }
  const applied = yield* applyProposal(context, proposing);
  if (isRefused(applied)) return applied;
  if (attempt.state === 'reported') {
    yield* moveAttempt(context, attempt, 'settled');
    // Only a completion says what came of a press. A todo that is blocked holds its place until somebody else says it.
    if (attempt.permit_id !== null && applied.todo.state === 'done') {
      yield* releaseUnsettled(context, attempt);
    }
  }
  return accept({
    todo_state: applied.todo.state,
    gate_id: applied.gate?.gate_id ?? null,
    gate_revision: applied.gate?.revision ?? null,
  });
};

function* proposingFor(
  context: Context,
  attempt: Attempt,
  value: unknown,
  cameTo: Proposing['cameTo'] | null = null,
): Deciding<Proposing | RefusedDecision> {
  const todo = yield* readStored('todo', attempt.todo_id);
  const refusal = onlyOwner(context, todo.capability);
  if (refusal !== null) return refusal;
  const verdict = judgeProposal(bytesOf(value));
  if (!verdict.ok) {
    const rule = soleRule(verdict.findings) ?? 'proposal.refused';
    return refuse(
      rule,
      'The proposal was judged and refused; mend what the findings name.',
      verdict.findings,
    );
  }
  const unknown = attempt.state === 'outcome_unknown' ? 'outcome-unknown' : 'uncommitted';
  const committed = attempt.state === 'reported' && attempt.permit_id !== null;
  return {
    attempt,
    todo,
    proposal: verdict.record,
    cameTo: cameTo ?? (committed ? 'committed' : unknown),
  };
}

/** A value that JSON cannot hold becomes an empty text, which the judge refuses. */
function bytesOf(value: unknown): Uint8Array {
  try {
    return new TextEncoder().encode(canonicalForm(value));
  } catch {
    return new Uint8Array();
  }
}

export function* isReadBack(attempt: Attempt): Deciding<boolean> {
  const todos = yield* readMany('todo', { parent_id: attempt.goal_id });
  return todos.some(
    (todo) => todo.reconciles_attempt_id === attempt.attempt_id && todo.state !== 'cancelled',
  );
}

/**
 * The host shows, in the same life of the process, that the permit spent nothing. The gate stays consumed; what was
 * not sent is asked about anew.
 */
export const voidAttempt: Decider<'void-attempt'> = function* (input, context) {
  const attempt = yield* fencedAttempt(input.attempt_id, input.fence);
  if (isRefused(attempt)) return attempt;
  if (attempt.state !== 'committed') return wrongState(attempt, ['committed']);
  if (attempt.process_id !== input.process_id) {
    return refuseForGood(
      'void.other-process',
      'Only the process that held the permit can show that it spent nothing.',
    );
  }
  if (attempt.permit_id !== input.permit_id) {
    return refuseForGood('void.other-permit', 'The permit is not the one of this attempt.');
  }
  const proposing = yield* proposingFor(context, attempt, input.proposal, 'void');
  if (isRefused(proposing)) return proposing;
  const applied = yield* applyProposal(context, proposing);
  if (isRefused(applied)) return applied;
  yield* moveAttempt(context, attempt, 'void', { permit_spent: 0, ended_at: context.now });
  yield* releaseUnsettled(context, attempt);
  yield* settleAttemptQuota(context, attempt, { external_writes: 0 });
  return accept({ todo_state: applied.todo.state, gate_id: applied.gate?.gate_id ?? null });
};

const silent: readonly Attempt['state'][] = ['reported', 'outcome_unknown', 'settled'];

/** Whether a person may say what an attempt came to, as far as it shows itself: one that holds no place has nothing to be settled. */
export function mayBeSettled({ state, outcome }: Pick<Attempt, 'state' | 'outcome'>): boolean {
  return outcome === null && silent.includes(state);
}

/**
 * A person says what an attempt came to, wherever nobody else has: its read-back has not settled it, its todo is
 * blocked, or its capability is there no longer to read its receipt. `not_happened` leaves the todo blocked; the person may
 * reopen it.
 */
export const settleOutcome: Decider<'settle-outcome'> = function* (input, context) {
  const attempt = yield* read('attempt', input.attempt_id);
  if (attempt === null)
    return refuse('attempt.unknown', 'There is no such attempt; name one that was admitted.');
  if (attempt.outcome !== null) return refuseForGood('outcome.settled', 'Its outcome is settled already.');
  const todo: Todo = yield* readStored('todo', attempt.todo_id);
  if (!mayBeSettled(attempt) || !(yield* holdsPlace(attempt))) {
    return refuse('outcome.not-unknown', 'Only an attempt whose outcome is unknown is settled by a person.');
  }
  const { outcome, looked_at } = input;
  if (looked_at > context.now) {
    return refuse('outcome.looked-ahead', 'That look is still to come; send the time at which you looked.');
  }
  if (outcome === 'not_happened' && isQuiet(context, attempt)) {
    return refuse('outcome.not-yet', 'What left may still arrive; look at the site again in a moment.');
  }
  if (outcome === 'not_happened' && isQuiet(context, attempt, looked_at)) {
    return refuse('outcome.looked-too-soon', 'What left may have arrived since; look at the site again.');
  }
  if (looked_at < attempt.admitted_at) {
    return refuse('outcome.looked-too-soon', 'That was before the attempt; look at the site again.');
  }
  if (attempt.state === 'settled') context.work.change('attempt', attempt, { outcome });
  else yield* moveAttempt(context, attempt, 'settled', { outcome });
  const { attempt_id } = attempt;
  context.work.event('outcome-settled', { attempt_id, outcome, by: 'person', looked_at });
  yield* countIntervention(context, attempt);
  yield* releaseUnsettled(context, attempt);
  const state = outcome === 'happened' ? 'done' : 'blocked';
  if (todo.state === state)
    context.work.change('todo', todo, { because: `outcome.${outcome.replace('_', '-')}` });
  else moveTodo(context, todo, state, { because: `outcome.${outcome.replace('_', '-')}` });
  yield* cancelReadBack(context, attempt);
  return accept({ todo_state: state });
};

/** A read-back that nobody needs any more is cancelled, unless an attempt of it runs. */
function* cancelReadBack(context: Context, attempt: Attempt): Deciding<void> {
  const todos = yield* readMany('todo', { parent_id: attempt.goal_id });
  for (const todo of todos) {
    if (todo.reconciles_attempt_id !== attempt.attempt_id) continue;
    if (todo.state === 'open' || todo.state === 'blocked') {
      moveTodo(context, todo, 'cancelled', { because: 'outcome.settled', attention: null });
    }
  }
}
