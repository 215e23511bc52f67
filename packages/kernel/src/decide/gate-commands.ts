import type { Principal } from '@cux/contracts';
import type { CommandInput, CommandResult } from '../commands/command.ts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  type Decision,
  isRefused,
  type RefusedDecision,
  read,
  readStored,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { closeGate, isItemSubject, openGate, ruleOfClosed } from './gates.ts';
import { todosAt } from './let-gate-go.ts';
import { askersFor, onlyOwner, takesPart, withAskers } from './principals.ts';
import { countIntervention, placeOfGate } from './quota.ts';
import { raiseGate } from './raise-gate.ts';
import { moveTodo, restOnGate, todosLostGate } from './todos.ts';

/**
 * Which human may decide (no other principal gets as far): one who takes no part in the action under any kind of principal; with four eyes, not the owner
 * of a goal that waits for it either.
 */
function mayDecide(
  principal: Principal,
  gate: Gate,
  owners: readonly string[],
  fourEyes: boolean,
): RefusedDecision | null {
  if (takesPart(principal, gate.provenance)) {
    return refuseForGood('gate.own-action', 'Nobody approves an action of their own; ask another person.');
  }
  if (fourEyes && owners.includes(principal.id)) {
    return refuseForGood('gate.four-eyes', "Here a second person decides the owner's gates; ask one.");
  }
  return null;
}

/** The gate at exactly this revision and one of these statuses, or why not. */
export function* gateAtHead(
  input: { readonly gate_id: string; readonly revision: number },
  statuses: readonly Gate['status'][],
): Deciding<Gate | RefusedDecision> {
  const gate = yield* read('gate', input.gate_id);
  if (gate === null) return refuse('gate.unknown', 'There is no such gate; list the gates and name one.');
  if (!statuses.includes(gate.status)) {
    // An open or closed gate is never pending again.
    return refuseForGood(
      gate.status === 'closed' ? ruleOfClosed(gate) : 'gate.not-pending',
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
  return yield* decideOne(input, context);
};

/** Each gate is decided as if it stood alone, and nothing is decided unless all are. */
export const decideGates: Decider<'decide-gates'> = function* ({ gates, ...of }, context) {
  const decided: CommandResult<'decide-gates'>['decided'][number][] = [];
  for (const { gate_id, revision } of gates) {
    const one = yield* decideOne({ gate_id, revision, ...of }, context);
    if (one.kind === 'refused') return one;
    decided.push({ gate_id, ...one.result });
  }
  return accept({ decided });
};

function* decideOne(
  input: CommandInput<'decide-gate'>,
  context: Context,
): Deciding<Decision<CommandResult<'decide-gate'>>> {
  const gate = yield* gateAtHead(input, ['pending']);
  if (isRefused(gate)) return gate;
  const waiting = (yield* todosAt(gate)).filter((todo) => todo.state === 'awaiting_gate');
  const owners = yield* ownersOf([gate.goal_id, ...waiting.map((todo) => todo.goal_id)]);
  const notAllowed = mayDecide(context.principal, gate, owners, context.fourEyes);
  if (notAllowed !== null) return notAllowed;
  if (context.now >= gate.expires_at) {
    return refuseForGood('gate.expired', 'The time of the question is over; ask again.');
  }
  if (input.decision === 'approve' && gate.held_by !== null && input.shown_by !== gate.held_by) {
    return refuse(
      'gate.content-not-shown',
      'What this is about is held in memory by the process that asks, which alone can show it; decide there, or have it asked anew.',
    );
  }
  context.work.holdsUntil(gate.expires_at);
  yield* countIntervention(context, placeOfGate(gate), gate.gate_id);
  const decided = { decided_by: context.principal, decided_at: context.now, reason: input.reason };
  return input.decision === 'approve'
    ? yield* approve(context, gate, waiting, decided)
    : yield* reject(context, gate, decided);
}

type Decided = Pick<Gate, 'decided_by' | 'decided_at' | 'reason'>;

function* ownersOf(goalIds: readonly string[]): Deciding<readonly string[]> {
  const owners: string[] = [];
  for (const goalId of new Set(goalIds)) {
    owners.push((yield* readStored('goal', goalId)).owner_id);
  }
  return owners;
}

/** Opens the gate and makes exactly the todos runnable that wait for it (one, for an item); nothing else moves. */
function* approve(context: Context, gate: Gate, waiting: readonly Todo[], decided: Decided) {
  if (waiting.length === 0) {
    return refuse('gate.todo-not-waiting', 'No todo waits for this gate any more; look at the todo.');
  }
  const window = isItemSubject(gate.subject) ? {} : { expires_at: context.now + gate.subject.window_ms };
  const open = yield* openGate(context, gate, { ...decided, ...window });
  for (const todo of waiting) moveTodo(context, todo, 'open', { because: 'gate.approved', attention: null });
  return accept({ status: 'open', revision: open.revision, todo_state: 'open' } as const);
}

function* reject(context: Context, gate: Gate, decided: Decided) {
  const closed = yield* closeGate(context, gate, 'rejected', decided);
  yield* todosLostGate(context, closed, { kind: 'block', attention: gate.attention }, 'gate.rejected');
  const todo_state = (yield* readStored('todo', gate.todo_id)).state;
  return accept({ status: 'closed', revision: closed.revision, todo_state } as const);
}

/** A person takes an approval or a question back. Anyone may stop; only the right one may approve. */
export const revokeGate: Decider<'revoke-gate'> = function* (input, context) {
  const gate = yield* gateAtHead(input, ['pending', 'open']);
  if (isRefused(gate)) return gate;
  yield* countIntervention(context, placeOfGate(gate), gate.gate_id);
  const closed = yield* closeGate(context, gate, 'revoked', { reason: input.reason });
  yield* todosLostGate(context, closed, { kind: 'block', attention: gate.attention }, 'gate.revoked');
  return accept({ revision: closed.revision });
};

/** Closes a gate whose time is over and puts its todo back to where it can ask again. */
export const expireGate: Decider<'expire-gate'> = function* (input, context) {
  const gate = yield* gateAtHead(input, ['pending', 'open']);
  if (isRefused(gate)) return gate;
  if (context.now < gate.expires_at) {
    return refuse('gate.not-expired', 'The time of the gate is not over yet; decide or revoke it.');
  }
  const closed = yield* closeGate(context, gate, 'expired');
  if (gate.kind === 'standing') {
    yield* todosLostGate(context, closed, { kind: 'block', attention: gate.attention }, 'gate.expired');
  } else {
    yield* todosLostGate(context, closed, { kind: 'resume' }, 'gate.expired');
  }
  return accept({ revision: closed.revision });
};

/** What a person had to see is nowhere any more: nobody decides about it. */
export const dropGate: Decider<'drop-gate'> = function* (input, context) {
  const gate = yield* gateAtHead(input, ['pending']);
  if (isRefused(gate)) return gate;
  if (gate.held_by === null) {
    return refuseForGood(
      'gate.content-kept',
      'What this is about is kept; a person decides it, or takes it back.',
    );
  }
  if (gate.held_by !== input.process_id && !input.dead_processes.includes(gate.held_by)) {
    return refuse(
      'gate.content-held',
      'The process that holds what this is about may be alive; ask it, or show that it is dead.',
    );
  }
  const closed = yield* closeGate(context, gate, 'content_gone');
  yield* todosLostGate(
    context,
    closed,
    gate.kind === 'standing' ? { kind: 'block', attention: gate.attention } : { kind: 'resume' },
    'gate.content-gone',
  );
  return accept({ revision: closed.revision });
};

export const raiseStandingGate: Decider<'raise-standing-gate'> = function* (input, context) {
  const todo = yield* read('todo', input.todo_id);
  if (todo === null) return refuse('todo.unknown', 'There is no such todo; list the todos and name one.');
  const refusal = onlyOwner(context, todo.capability);
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
  const goal = yield* readStored('goal', todo.goal_id);
  const gate = yield* raiseGate(context, {
    todo,
    kind: 'standing',
    subject: input.subject,
    attention: input.attention,
    provenance: withAskers(input.provenance, [context.principal, ...askersFor(todo)], goal),
    expiresIn: input.expires_in_ms,
    askedByPerson: context.principal.kind === 'human',
    settling: null,
    heldBy: null,
  });
  if (isRefused(gate)) return gate;
  restOnGate(context, todo, gate, 'gate.raised');
  return accept({ gate_id: gate.gate_id, revision: gate.revision });
};
