import type { CommandInput } from '../commands/command.ts';
import { nothing, type QuotaUsage, quotaRowId, sumOf } from '../state/quota.ts';
import {
  accept,
  type Decider,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  readMany,
  refuse,
} from './deciding.ts';
import { goalsLockId, readLock } from './locks.ts';
import { noUsage } from './quota.ts';

type Of = CommandInput<'set-quota'>['of'];

/** Limits may be lower than what is used by now: then nothing more is admitted until they are raised. */
export const setQuota: Decider<'set-quota'> = function* ({ of, limits }, context) {
  const scopeId = nameOf(of);
  const known = yield* read('quota', quotaRowId(of.scope, scopeId));
  const present = known ?? (yield* usageSoFar(of));
  if (isRefused(present)) return present;
  const set =
    known === null
      ? context.work.create('quota', { ...present, limits })
      : context.work.change('quota', known, { limits });
  context.work.event('quota-set', { scope: of.scope, scope_id: scopeId });
  return accept({ revision: set.revision });
};

function nameOf(of: Of): string {
  if (of.scope === 'workspace') return 'workspace';
  return of.scope === 'goal' ? of.goal_id : of.todo_id;
}

/** What a place has used and reserved before it had a quota of its own. */
function* usageSoFar(of: Of): Deciding<QuotaUsage | RefusedDecision> {
  if (of.scope === 'workspace') {
    // Before the goals: one that is created meanwhile has changed it.
    yield* readLock(goalsLockId);
    const goals = yield* readMany('quota', { parent_id: 'goal' });
    return {
      ...noUsage('workspace', 'workspace', {}),
      reserved: Object.assign({}, ...goals.map((goal) => goal.reserved)),
      used: sumOf(goals.map((goal) => goal.used)),
    };
  }
  if (of.scope === 'goal') return refuse('goal.unknown', 'There is no such goal; create it first.');
  const todo = yield* read('todo', of.todo_id);
  if (todo === null) {
    return refuse('todo.unknown', 'There is no such todo; list the todos and name one.');
  }
  const goal = yield* read('quota', quotaRowId('goal', todo.goal_id));
  const entries = yield* readMany('usage', { parent_id: todo.todo_id });
  const holders = [
    ...(yield* readMany('attempt', { parent_id: todo.todo_id })).map((attempt) => attempt.attempt_id),
    ...(yield* readMany('gate', { parent_id: todo.todo_id })).map((gate) => gate.gate_id),
  ];
  return {
    ...noUsage('todo', todo.todo_id, {}),
    reserved: Object.fromEntries(holders.map((id) => [id, goal?.reserved[id]] as const).filter(isHeld)),
    used: sumOf([nothing, ...entries.map((entry) => entry.amounts)]),
  };
}

function isHeld<Value>(entry: readonly [string, Value | undefined]): entry is readonly [string, Value] {
  return entry[1] !== undefined;
}
