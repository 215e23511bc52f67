import type { Attempt } from '../state/attempt.ts';
import type { Todo } from '../state/todo.ts';
import { fencedAttempt, heldAttempt, moveAttempt, ownAttempt, wrongState } from './attempts.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  isRefused,
  type RefusedDecision,
  readStored,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { evidenceId, keptEvidence } from './evidence.ts';
import { gateForSubject } from './gates.ts';
import { goSilent, permitOver } from './quiet-time.ts';
import { settleAttemptQuota } from './quota.ts';
import { moveTodo, resumeTodo } from './todos.ts';

export const beforeCommit: readonly Attempt['state'][] = ['admitted', 'running', 'prepared'];

/** The provider's session is registered before its first page is opened. */
export const startAttempt: Decider<'start-attempt'> = function* (input, context) {
  const attempt = yield* heldAttempt(context, input, ['admitted']);
  if (isRefused(attempt)) return attempt;
  yield* moveAttempt(context, attempt, 'running', { session_reference: input.session_reference });
  return accept({});
};

/** A lease is prolonged by progress and never revived; it does not outlast the deadline. */
export const renewLease: Decider<'renew-lease'> = function* (input, context) {
  const attempt = yield* heldAttempt(context, input, [...beforeCommit, 'committed']);
  if (isRefused(attempt)) return attempt;
  const wanted = Math.min(context.now + input.lease_ms, attempt.deadline);
  const lease_until = Math.max(attempt.lease_until, wanted);
  context.work.change('attempt', attempt, { lease_until });
  context.work.event('lease-renewed', { attempt_id: attempt.attempt_id, lease_until });
  return accept({ lease_until });
};

/** Everything is resolved and checked, the finger is on the key. Most refusals happen here and touch no gate. */
export const prepareAttempt: Decider<'prepare-attempt'> = function* (input, context) {
  const attempt = yield* heldAttempt(context, input, ['running']);
  if (isRefused(attempt)) return attempt;
  const { subject, request } = attempt;
  if (subject === null || request.gate_binding === undefined) {
    return refuseForGood('attempt.class-cannot-commit', 'Only an external write is prepared and committed.');
  }
  if (input.subject_digest !== attempt.subject_digest) {
    return refuseForGood(
      'gate.subject-changed',
      'What is prepared is not what was approved; report and ask anew.',
    );
  }
  const todo = yield* readStored('todo', attempt.todo_id);
  const gate = yield* gateForSubject(context, request.gate_binding, todo, subject);
  if (isRefused(gate)) return gate;
  yield* moveAttempt(context, attempt, 'prepared');
  return accept({});
};

/**
 * The host gives its own attempt up. Before commit the todo may be tried again and the gate is untouched; after it,
 * what was sent is unknown, and only a read-back or a person settles it.
 */
export const abandonAttempt: Decider<'abandon-attempt'> = function* (input, context) {
  const attempt = yield* ownAttempt(input);
  if (isRefused(attempt)) return attempt;
  const given = yield* giveUp(context, attempt, input.because, context.now);
  return isRefused(given) ? given : accept({ todo_state: given });
};

/** @param nothingLeavesFrom when nothing of a permit can leave any more; see `permitOver` */
function* giveUp(
  context: Context,
  attempt: Attempt,
  because: string,
  nothingLeavesFrom: number,
): Deciding<Todo['state'] | RefusedDecision> {
  const todo = yield* readStored('todo', attempt.todo_id);
  if (attempt.state === 'committed') {
    yield* goSilent(context, attempt, nothingLeavesFrom);
    yield* settleAttemptQuota(context, attempt, { external_writes: 1 });
    return moveTodo(context, todo, 'reconciling', { because }).state;
  }
  if (!beforeCommit.includes(attempt.state)) return wrongState(attempt, [...beforeCommit, 'committed']);
  yield* moveAttempt(context, attempt, 'abandoned');
  yield* settleAttemptQuota(context, attempt, { external_writes: 0 });
  return (yield* resumeTodo(context, todo, because)).state;
}

/**
 * Takes over an attempt whose lease is over, or whose process the caller has proved dead: before commit it is
 * abandoned, after it the outcome is unknown. Any other attempt is left alone.
 */
export const takeOverAttempt: Decider<'take-over-attempt'> = function* (input, context) {
  const attempt = yield* fencedAttempt(input.attempt_id, input.fence);
  if (isRefused(attempt)) return attempt;
  const dead = input.dead_processes.includes(attempt.process_id);
  if (context.now < attempt.lease_until && !dead) {
    return refuse(
      'attempt.held',
      'Its lease still holds and its process may be alive; wait for the lease to end.',
    );
  }
  const over = dead ? context.now : permitOver(context, attempt);
  const given = yield* giveUp(context, attempt, 'recovery.taken-over', over);
  if (isRefused(given)) return given;
  return accept({ state: given === 'reconciling' ? 'outcome_unknown' : 'abandoned' });
};

const keepsEvidence: readonly Attempt['state'][] = ['running', 'prepared', 'committed', 'reported'];

/** Registers something that the vault keeps, before a receipt or a proposal may rest on it. */
export const addEvidence: Decider<'add-evidence'> = function* (input, context) {
  const attempt = yield* fencedAttempt(input.attempt_id, input.fence);
  if (isRefused(attempt)) return attempt;
  if (!keepsEvidence.includes(attempt.state)) return wrongState(attempt, keepsEvidence);
  const { attempt_id, digest, evidence_class, size, redacted } = input;
  if ((yield* keptEvidence(context, attempt_id, digest)) === null) {
    const evidence_id = evidenceId(context, attempt_id, digest);
    context.work.create('evidence', { evidence_id, attempt_id, digest, evidence_class, size, redacted });
    context.work.event('evidence-added', { attempt_id, evidence_class, redacted });
  }
  return accept({ digest });
};
