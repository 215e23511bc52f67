import { type Principal, samePrincipal } from '@cux/contracts';
import type { Gate } from '../state/gate.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  isRefused,
  type Refused,
  read,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { closeGate, isItemSubject } from './gates.ts';
import { onlyKinds, onlyRunnerOf, withPrincipal } from './principals.ts';
import { countDecision } from './quota.ts';
import { raiseGate } from './raise-gate.ts';
import { moveTodo, todoLostGate } from './todos.ts';

/** Who may decide: a human who is no part of the action; with four eyes, not the goal's owner either. */
export function mayDecide(
  principal: Principal,
  gate: Gate,
  ownerId: string,
  fourEyes: boolean,
): Refused | null {
  if (principal.kind !== 'human') {
    return refuseForGood('gate.not-human', 'Only a person decides a gate; ask one.');
  }
  if (gate.provenance.some((each) => samePrincipal(each, principal))) {
    return refuseForGood('gate.own-action', 'Nobody approves an action of their own; ask another person.');
  }
  if (fourEyes && principal.id === ownerId) {
    return refuseForGood('gate.four-eyes', "Here a second person decides the owner's gates; ask one.");
  }
  return null;
}

/** The gate at exactly this revision and one of these statuses, or why not. */
function* gateAtHead(
  input: { readonly gate_id: string; readonly revision: number },
  statuses: readonly Gate['status'][],
): Deciding<Gate | Refused> {
  const gate = yield* read('gate', input.gate_id);
  if (gate === null) return refuse('gate.unknown', 'There is no such gate; list the gates and name one.');
  if (!statuses.includes(gate.status)) {
    // An open or closed gate is never pending again.
    return refuseForGood(
      gate.status === 'closed' ? `gate.${gate.closed_for}` : 'gate.not-pending',
      'The gate is decided already; look at what it says now.',
    );
  }
  if (input.revision < gate.revision) {
    return refuseForGood('gate.stale-revision', 'The gate has changed since it was shown; look at it again.');
  }
  if (input.revision > gate.revision) {
    return refuse('gate.revision-ahead', 'The gate has no such revision yet; look at it again.');
  }
  return gate;
}

export const decideGate: Decider<'decide-gate'> = function* (input, context) {
  const gate = yield* gateAtHead(input, ['pending']);
  if (isRefused(gate)) return gate;
  const goal = yield* read('goal', gate.goal_id);
  if (goal === null) return refuse('goal.unknown', 'The goal of the gate is not known; restore a backup.');
  const notAllowed = mayDecide(context.principal, gate, goal.owner_id, context.fourEyes);
  if (notAllowed !== null) return notAllowed;
  if (context.now >= gate.expires_at) {
    return refuseForGood('gate.expired', 'The time of the question is over; ask again.');
  }
  context.work.holdsUntil(gate.expires_at);
  yield* countDecision(context, gate.goal_id);
  const decided = { decided_by: context.principal, decided_at: context.now, reason: input.reason };
  return input.decision === 'approve'
    ? yield* approve(context, gate, decided)
    : yield* reject(context, gate, decided);
};

type Decided = Pick<Gate, 'decided_by' | 'decided_at' | 'reason'>;

/** Opens the gate and makes exactly its own todo runnable; nothing else moves. */
function* approve(context: Context, gate: Gate, decided: Decided) {
  const todo = yield* read('todo', gate.todo_id);
  if (todo?.gate_id !== gate.gate_id || todo.state !== 'awaiting_gate') {
    return refuse('gate.todo-not-waiting', 'The todo no longer waits for this gate; look at the todo.');
  }
  const window = isItemSubject(gate.subject) ? {} : { expires_at: context.now + gate.subject.window_ms };
  const open = context.work.change('gate', gate, { ...decided, ...window, status: 'open' });
  context.work.event('gate-opened', {
    gate_id: gate.gate_id,
    todo_id: gate.todo_id,
    revision: open.revision,
  });
  moveTodo(context, todo, 'open', { because: 'gate.approved', attention: null });
  return accept({ status: 'open', revision: open.revision, todo_state: 'open' } as const);
}

function* reject(context: Context, gate: Gate, decided: Decided) {
  const closed = yield* closeGate(context, gate, 'rejected', decided);
  const todo = yield* todoLostGate(
    context,
    closed,
    { kind: 'block', attention: gate.attention },
    'gate.rejected',
  );
  const todo_state = todo?.state ?? 'blocked';
  return accept({ status: 'closed', revision: closed.revision, todo_state } as const);
}

/** A person takes an approval or a question back. Anyone may stop; only the right one may approve. */
export const revokeGate: Decider<'revoke-gate'> = function* (input, context) {
  const refusal = onlyKinds(context, ['human']);
  if (refusal !== null) return refusal;
  const gate = yield* gateAtHead(input, ['pending', 'open']);
  if (isRefused(gate)) return gate;
  yield* countDecision(context, gate.goal_id);
  const closed = yield* closeGate(context, gate, 'revoked', { reason: input.reason });
  yield* todoLostGate(context, closed, { kind: 'block', attention: gate.attention }, 'gate.revoked');
  return accept({ revision: closed.revision });
};

/** Closes a gate whose time is over and puts its todo back to where it can ask again. */
export const expireGate: Decider<'expire-gate'> = function* (input, context) {
  const refusal = onlyKinds(context, ['human', 'operator']);
  if (refusal !== null) return refusal;
  const gate = yield* gateAtHead(input, ['pending', 'open']);
  if (isRefused(gate)) return gate;
  if (context.now < gate.expires_at) {
    return refuse('gate.not-expired', 'The time of the gate is not over yet; decide or revoke it.');
  }
  const closed = yield* closeGate(context, gate, 'expired');
  if (gate.kind === 'standing') {
    yield* todoLostGate(context, closed, { kind: 'block', attention: gate.attention }, 'gate.expired');
  } else {
    yield* todoLostGate(context, closed, { kind: 'resume' }, 'gate.expired');
  }
  return accept({ revision: closed.revision });
};

export const raiseStandingGate: Decider<'raise-standing-gate'> = function* (input, context) {
  const todo = yield* read('todo', input.todo_id);
  if (todo === null) return refuse('todo.unknown', 'There is no such todo; list the todos and name one.');
  const refusal = onlyRunnerOf(context, todo.capability);
  if (refusal !== null) return refusal;
  if (todo.action_unit !== 'enrol_stored_session') {
    return refuseForGood(
      'standing.wrong-todo',
      'A standing gate belongs to a todo that enrols a stored session.',
    );
  }
  if (todo.state !== 'open' && todo.state !== 'blocked' && todo.state !== 'awaiting_gate') {
    return refuse('todo.not-waiting', `The todo is ${todo.state}; it cannot wait for a gate now.`);
  }
  const gate = yield* raiseGate(context, {
    todo,
    kind: 'standing',
    subject: input.subject,
    attention: input.attention,
    provenance: withPrincipal(input.provenance, context.principal),
    expiresIn: input.expires_in_ms,
    askedByPerson: context.principal.kind === 'human',
    settling: null,
  });
  if (isRefused(gate)) return gate;
  if (todo.state !== 'awaiting_gate' || todo.gate_id !== gate.gate_id) {
    moveTodo(context, todo, 'awaiting_gate', {
      because: 'gate.raised',
      gate_id: gate.gate_id,
      attention: gate.attention,
    });
  }
  return accept({ gate_id: gate.gate_id, revision: gate.revision });
};
