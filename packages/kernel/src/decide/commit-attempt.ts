import { type GateBinding, type Subject, samePrincipal } from '@cux/contracts';
import type { CommandInput } from '../commands/command.ts';
import type { Attempt } from '../state/attempt.ts';
import { quotaRowId } from '../state/quota.ts';
import { heldAttempt, moveAttempt } from './attempts.ts';
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
import { closeGate, gateForSubject, openStandingGate } from './gates.ts';
import { holdUnsettled, isUnsettled } from './locks.ts';
import { handsRefusal } from './sessions.ts';

/**
 * One decision: fence, lease, deadline, goal, gate at its head, subject, record, reservation, and nothing unsettled
 * in the same place. It consumes the gate and issues the permit; from here on an effect happens at most once.
 * A refusal leaves the attempt prepared and the gate as it was.
 */
export const commitAttempt: Decider<'commit-attempt'> = function* (input, context) {
  const attempt = yield* heldAttempt(context, input, ['prepared']);
  if (isRefused(attempt)) return attempt;
  const valid_for_ms = permitTime(context, attempt);
  if (valid_for_ms <= 0) {
    return refuseForGood('attempt.lease-over', 'The lease is over; stop, and let recovery take the attempt.');
  }
  const { subject, attempt_id } = attempt;
  const bound = attempt.request.gate_binding;
  if (subject === null || bound === undefined || attempt.subject_digest === null) {
    return refuseForGood('attempt.class-cannot-commit', 'Only an external write is prepared and committed.');
  }
  const todo = yield* readStored('todo', attempt.todo_id);
  const unfit = yield* notCommittable(input, context, attempt, bound);
  if (unfit !== null) return unfit;
  const taken = yield* handsRefusal(attempt);
  if (taken !== null) return taken;
  const gate = yield* gateForSubject(context, input.gate, todo, subject);
  if (isRefused(gate)) return gate;
  const unfree = yield* notFree(context, attempt, subject);
  if (unfree !== null) return unfree;
  yield* closeGate(context, gate, 'consumed', { consumed_by: attempt_id });
  yield* holdUnsettled(context, subject, attempt_id);
  const permit_id = context.ids.next('permit');
  yield* moveAttempt(context, attempt, 'committed', { permit_id, permit_spent: null });
  return accept({
    permit: {
      permit_id,
      attempt_id,
      gate_id: gate.gate_id,
      subject_digest: attempt.subject_digest,
      permit_rules_digest: subject.permit_rules_digest,
      valid_for_ms,
    },
  });
};

/**
 * How long a permit may be used from now on: until the lease is over, by the kernel's time and by the count of whoever may take
 * the attempt over. They count from when they saw its time stored, or a later one; where the store answered late at the admission,
 * that was before the attempt was admitted.
 */
function permitTime(context: Context, { admitted_at, lease_until, deadline }: Attempt): number {
  const until = Math.min(lease_until, deadline);
  const counted = context.passedAtMost(admitted_at) ?? 0;
  return Math.min(until - context.now, Math.floor(until - admitted_at - counted));
}

/** Why this caller may not commit this attempt with what it presents; the gate has not been looked at. */
function* notCommittable(
  input: CommandInput<'commit-attempt'>,
  context: Context,
  attempt: Attempt,
  bound: GateBinding,
): Deciding<RefusedDecision | null> {
  if (!attempt.provenance.some((each) => samePrincipal(each, context.principal))) {
    return refuseForGood(
      'attempt.other-actor',
      'The attempt was admitted for other principals; ask for one of your own.',
    );
  }
  const goal = yield* readStored('goal', attempt.goal_id);
  if (goal.state !== 'active')
    return refuse('goal.not-active', 'The goal is not active; nothing is committed.');
  if (input.gate.gate_id !== bound.gate_id || input.gate.revision !== bound.revision) {
    return refuseForGood('gate.other-binding', 'The gate is not the one that the attempt was admitted with.');
  }
  if (input.subject_digest !== attempt.subject_digest) {
    return refuseForGood(
      'gate.subject-changed',
      'What would be sent is not what was approved; report and ask anew.',
    );
  }
  return null;
}

/** Why the write may not leave now although its gate is open: another approval, the quota, or an unsettled write. */
function* notFree(context: Context, attempt: Attempt, subject: Subject): Deciding<RefusedDecision | null> {
  const { attempt_id, goal_id } = attempt;
  if (attempt.standing_gate_id !== null) {
    const standing = yield* openStandingGate(context, attempt.standing_gate_id, attempt.provenance);
    if (isRefused(standing)) return standing;
  }
  const quota = yield* read('quota', quotaRowId('goal', goal_id));
  if (quota?.reserved[attempt_id]?.external_writes !== 1) {
    return refuse(
      'quota.not-reserved',
      'No external write is reserved for this attempt; report and try again.',
    );
  }
  if (yield* isUnsettled(context, subject)) {
    return refuse(
      'record.outcome-unknown',
      'The outcome of an earlier write here is unknown; settle it first.',
    );
  }
  return null;
}
