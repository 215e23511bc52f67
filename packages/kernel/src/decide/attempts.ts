import type { GateBinding } from '@cux/contracts';
import { KernelFault } from '../kernel-fault.ts';
import type { Attempt } from '../state/attempt.ts';
import {
  type Context,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { followAttempt } from './sessions.ts';

/** Who says to hold an attempt. */
interface Holder {
  readonly attempt_id: string;
  readonly fence: number;
  readonly process_id: string;
}

const terminal: readonly Attempt['state'][] = ['settled', 'abandoned', 'void'];

/** The attempt, if the caller's fence is its own. */
export function* fencedAttempt(attemptId: string, fence: number): Deciding<Attempt | RefusedDecision> {
  const attempt = yield* read('attempt', attemptId);
  if (attempt === null)
    return refuse('attempt.unknown', 'There is no such attempt; name one that was admitted.');
  if (fence < attempt.fence) {
    return refuseForGood('attempt.lower-fence', 'A later attempt holds the todo; stop this one.');
  }
  if (fence > attempt.fence) {
    return refuseForGood(
      'attempt.fence-ahead',
      'The fence was never issued for this attempt; stop this one.',
    );
  }
  return attempt;
}

/** The attempt, if the caller's fence is its own and the caller is the process that holds it. */
export function* ownAttempt(input: Holder): Deciding<Attempt | RefusedDecision> {
  const attempt = yield* fencedAttempt(input.attempt_id, input.fence);
  if (isRefused(attempt) || attempt.process_id === input.process_id) return attempt;
  return refuseForGood(
    'attempt.other-process',
    'Another process was admitted with this attempt; leave it to that one, or let recovery take it.',
  );
}

/** The attempt, if it is in one of the states and still held: fence, process, lease and deadline. */
export function* heldAttempt(
  context: Context,
  input: Holder,
  states: readonly Attempt['state'][],
): Deciding<Attempt | RefusedDecision> {
  const attempt = yield* ownAttempt(input);
  if (isRefused(attempt)) return attempt;
  if (!states.includes(attempt.state)) return wrongState(attempt, states);
  if (context.now >= attempt.lease_until) {
    return refuseForGood('attempt.lease-over', 'The lease is over; stop, and let recovery take the attempt.');
  }
  if (context.now >= attempt.deadline) {
    return refuseForGood(
      'attempt.deadline-passed',
      'The deadline has passed; stop, and let recovery take it.',
    );
  }
  context.work.holdsUntil(Math.min(attempt.lease_until, attempt.deadline));
  return attempt;
}

export function wrongState(attempt: Attempt, states: readonly Attempt['state'][]): RefusedDecision {
  const message = `The attempt is ${attempt.state}; this needs one that is ${states.join(' or ')}.`;
  return terminal.includes(attempt.state)
    ? refuseForGood('attempt.wrong-state', message)
    : refuse('attempt.wrong-state', message);
}

/** The gate that a judged request of a class is bound to that has none without. */
export function bindingOf(request: Attempt['request']): GateBinding {
  if (request.gate_binding === undefined)
    throw new KernelFault(
      'invariant_broken',
      'A request without a gate was judged as one that has it; report this.',
    );
  return request.gate_binding;
}

/** Moves an attempt, with its event, and notes it in its session. */
export function* moveAttempt(
  context: Context,
  attempt: Attempt,
  state: Attempt['state'],
  patch: Partial<Attempt> = {},
): Deciding<Attempt> {
  const { attempt_id, todo_id, fence } = attempt;
  context.work.event(`attempt-${state.replaceAll('_', '-')}`, {
    attempt_id,
    todo_id,
    fence,
    from: attempt.state,
  });
  const moved = context.work.change('attempt', attempt, { ...patch, state });
  yield* followAttempt(context, moved);
  return moved;
}
