import type { AttentionItem, Principal } from '@cux/contracts';
import type { Attempt } from '../state/attempt.ts';
import { recordRowId } from '../state/entities.ts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';
import { moveAttempt } from './attempts.ts';
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
} from './deciding.ts';
import { isItemSubject, lockIdOf } from './gates.ts';
import { letGateGo } from './let-gate-go.ts';
import { holdsPlace, readLock, writeLock } from './locks.ts';
import { askersFor, onlyOwner, withAskers, withPrincipal, withPrincipals } from './principals.ts';
import { countIntervention, noUsage, settleAttemptQuota } from './quota.ts';
import { raiseGate } from './raise-gate.ts';
import { moveTodo, restOnGate, resumeTodo } from './todos.ts';

/** How long a question stands that a person has asked anew, in milliseconds: one day. */
const reopenedQuestionStands = 86_400_000;

export const createTodo: Decider<'create-todo'> = function* (input, context) {
  const refusal = onlyOwner(context, input.capability);
  if (refusal !== null) return refusal;
  if (!context.capabilities.has(input.capability)) {
    return refuse(
      'capability.unknown',
      'No such capability is registered; register it with the kernel first.',
    );
  }
  const goal = yield* read('goal', input.goal_id);
  if (goal === null) return refuse('goal.unknown', 'There is no such goal; create it first.');
  if (goal.state === 'closed') return refuseForGood('goal.closed', 'The goal is closed for good.');
  if ((yield* read('todo', input.todo_id)) !== null) {
    return refuseForGood('todo.exists', 'There is a todo of this name; choose another one.');
  }
  context.work.create(
    'todo',
    freshTodo({
      ...input,
      requested_by: context.principal,
      state: 'open',
      attention: null,
      reconciles: null,
      not_before: null,
    }),
  );
  if (input.quota !== undefined) context.work.create('quota', noUsage('todo', input.todo_id, input.quota));
  context.work.event('todo-created', { todo_id: input.todo_id, goal_id: input.goal_id, state: 'open' });
  return accept({ todo_id: input.todo_id });
};

export function freshTodo(parts: {
  readonly todo_id: string;
  readonly goal_id: string;
  readonly capability: string;
  readonly action_unit: Todo['action_unit'];
  readonly record_id: string | null;
  readonly state: Todo['state'];
  readonly attention: AttentionItem | null;
  readonly reconciles: string | null;
  readonly requested_by: Principal;
  readonly reopened_by?: readonly Principal[];
  readonly not_before: number | null;
}): Todo {
  return {
    todo_id: parts.todo_id,
    goal_id: parts.goal_id,
    revision: 1,
    capability: parts.capability,
    action_unit: parts.action_unit,
    record_id: parts.record_id,
    requested_by: parts.requested_by,
    reopened_by: parts.reopened_by ?? [],
    reconciles_attempt_id: parts.reconciles,
    state: parts.state,
    gate_id: null,
    fence: 0,
    attempt_id: null,
    attention: parts.attention,
    because: null,
    successor: null,
    not_before: parts.not_before,
  };
}

/**
 * A person puts a blocked todo back to work. Where a gate on the same subject was rejected, revoked or has expired,
 * and the record is still what it was about, the same question is asked again: a new gate, never the old one.
 */
export const reopenTodo: Decider<'reopen-todo'> = function* (input, context) {
  const blocked = yield* read('todo', input.todo_id);
  if (blocked === null) return refuse('todo.unknown', 'There is no such todo; list the todos and name one.');
  if (blocked.state !== 'blocked') return notBlocked(blocked);
  const unknown = yield* unsettledOf(blocked);
  if (unknown) return outcomeUnknown();
  const todo = context.work.change('todo', blocked, {
    reopened_by: withPrincipal(blocked.reopened_by, context.principal),
  });
  yield* countIntervention(context, { ...todo, session_id: null });
  const gate = todo.gate_id === null ? null : yield* read('gate', todo.gate_id);
  if (gate !== null && (yield* canAskAgain(todo, gate))) {
    const last = yield* lastAttemptOf(todo);
    const goal = yield* readStored('goal', todo.goal_id);
    const askers = askersFor(todo);
    const raised = yield* raiseGate(context, {
      todo,
      kind: gate.kind,
      subject: gate.subject,
      // What it showed may be gone by now: a person asks, and knows what about.
      attention: gate.held_by === null ? gate.attention : { ...gate.attention, evidence: [] },
      // The gate may be another todo's that was about the same: whoever ran this one takes part as well, and who asks.
      provenance: withAskers(withPrincipals(gate.provenance, last?.provenance ?? []), askers, goal),
      expiresIn: reopenedQuestionStands,
      askedByPerson: true,
      settling: null,
      heldBy: null,
    });
    if (isRefused(raised)) return raised;
    const resting = restOnGate(context, todo, raised, 'todo.reopened');
    context.work.change('todo', resting, { successor: null });
    return accept({ state: raised.status === 'open' ? 'open' : 'awaiting_gate' });
  }
  if (gate !== null) yield* forgetRejection(context, gate);
  const resumed = yield* resumeTodo(context, todo, 'todo.reopened', true);
  return accept({ state: resumed.state === 'awaiting_gate' ? 'awaiting_gate' : 'open' });
};

/** A person has it tried again: what was said of this action before no longer keeps it from being asked. */
function* forgetRejection(context: Context, { subject, subject_digest, held_by }: Gate): Deciding<void> {
  if (!isItemSubject(subject) || (subject.action === undefined && held_by === null)) return;
  const lock = yield* readLock(lockIdOf(context, subject));
  if (!lock.rejected.includes(subject_digest)) return;
  writeLock(context, lock, { rejected: lock.rejected.filter((each) => each !== subject_digest) });
}

function notBlocked(todo: Todo): RefusedDecision {
  const message = `The todo is ${todo.state}; only a blocked todo is reopened.`;
  return todo.state === 'done' || todo.state === 'cancelled'
    ? refuseForGood('todo.not-blocked', message)
    : refuse('todo.not-blocked', message);
}

function outcomeUnknown(): RefusedDecision {
  return refuse(
    'todo.outcome-unknown',
    'What its last attempt came to is unknown; settle that by a read-back or a person first.',
  );
}

function* canAskAgain(todo: Todo, gate: Gate): Deciding<boolean> {
  if (gate.status !== 'closed') return false;
  if (gate.closed_for === 'consumed' || gate.closed_for === 'superseded') return false;
  if (!isItemSubject(gate.subject)) return true;
  // What it showed was in memory only, and may be gone: it is drafted anew, and asked for what is found.
  if (gate.held_by !== null) return false;
  const { capability, record_id, record_revision, content_digest, action_unit, action } = gate.subject;
  // What was asked was about a page as it was then: the agent looks at it anew, and asks for what it finds.
  if (action !== undefined) return false;
  const record = yield* read('record', recordRowId(capability, record_id));
  return (
    record?.revision === record_revision &&
    record.content_digest === content_digest &&
    action_unit === todo.action_unit
  );
}

/** Whether an attempt of the todo has committed and nobody has found out what came of it, whatever the todo is. */
export function* unsettledOf(todo: Todo): Deciding<boolean> {
  const last = yield* lastAttemptOf(todo);
  if (last === null) return false;
  return last.state === 'committed' || last.state === 'outcome_unknown' || (yield* holdsPlace(last));
}

export const cancelTodo: Decider<'cancel-todo'> = function* (input, context) {
  const todo = yield* read('todo', input.todo_id);
  if (todo === null) return refuse('todo.unknown', 'There is no such todo; list the todos and name one.');
  if (todo.state === 'done' || todo.state === 'cancelled') {
    return refuseForGood('todo.terminal', `The todo is ${todo.state} for good.`);
  }
  if (yield* unsettledOf(todo)) return outcomeUnknown();
  if (context.principal.kind === 'human') yield* countIntervention(context, { ...todo, session_id: null });
  yield* endAttemptOf(context, todo);
  yield* letGateGo(context, todo, 'revoked');
  moveTodo(context, todo, 'cancelled', { because: 'todo.cancelled', attention: null });
  return accept({ state: 'cancelled' });
};

function* endAttemptOf(context: Context, todo: Todo): Deciding<void> {
  const attempt = todo.attempt_id === null ? null : yield* read('attempt', todo.attempt_id);
  if (attempt === null) return;
  if (attempt.state === 'reported') {
    yield* moveAttempt(context, attempt, 'settled');
    return;
  }
  // One that is committed is not given up with its todo: that has been refused by now.
  yield* moveAttempt(context, attempt, 'abandoned');
  yield* settleAttemptQuota(context, attempt, { external_writes: 0 });
}

function* lastAttemptOf(todo: Todo): Deciding<Attempt | null> {
  const attempts = yield* readMany('attempt', { parent_id: todo.todo_id });
  return attempts.find((attempt) => attempt.fence === todo.fence) ?? null;
}
