import type { Attempt } from '../state/attempt.ts';
import type { Gate } from '../state/gate.ts';
import {
  type Amounts,
  measures,
  nothing,
  type QuotaScope,
  type QuotaUsage,
  quotaRowId,
  sumOf,
} from '../state/quota.ts';
import type { Todo } from '../state/todo.ts';
import type { UsageEntry } from '../state/usage.ts';
import { type Context, type Deciding, type RefusedDecision, read, refuse } from './deciding.ts';

/** Where something is used: every quota of these is counted against. */
export type Place = Pick<Todo, 'goal_id' | 'todo_id'>;

/** Where something was used, and in which session; null where in none. */
type UsedAt = Place & Pick<UsageEntry, 'session_id'>;

/** Where a question is asked: one about an action belongs to the action's session. */
export function placeOfGate({ goal_id, todo_id, subject }: Gate): UsedAt {
  const action = 'action' in subject ? subject.action : undefined;
  return { goal_id, todo_id, session_id: action?.session_id ?? null };
}

const scopeNames: Readonly<Record<QuotaScope, string>> = {
  workspace: 'workspace',
  goal: 'goal',
  todo: 'todo',
};

export function noUsage(scope: QuotaScope, scopeId: string, limits: QuotaUsage['limits']): QuotaUsage {
  return { scope, scope_id: scopeId, revision: 1, limits, reserved: {}, used: nothing };
}

/** The quotas that count here. That there is none is read as well: one that is set meanwhile is met. */
export function* quotasOf(place: Place): Deciding<readonly QuotaUsage[]> {
  const found = [
    yield* read('quota', quotaRowId('goal', place.goal_id)),
    yield* read('quota', quotaRowId('todo', place.todo_id)),
    yield* read('quota', quotaRowId('workspace', 'workspace')),
  ];
  return found.filter((quota) => quota !== null);
}

/** Reserves what a holder (an attempt, a question) may use at most, or refuses. */
export function* reserveQuota(
  context: Context,
  place: Place,
  holderId: string,
  amounts: Partial<Amounts>,
): Deciding<RefusedDecision | null> {
  const spent = yield* spentQuota(place, amounts);
  if (spent !== null) return spent;
  yield* holdQuota(context, place, holderId, amounts);
  return null;
}

/** Whether any quota has no room for so much. */
export function* spentQuota(place: Place, amounts: Partial<Amounts>): Deciding<RefusedDecision | null> {
  for (const quota of yield* quotasOf(place)) {
    const wanted = sumOf([quota.used, ...Object.values(quota.reserved), { ...nothing, ...amounts }]);
    const over = measures.find(
      (measure) => (amounts[measure] ?? 0) > 0 && wanted[measure] > (quota.limits[measure] ?? Infinity),
    );
    if (over === undefined) continue;
    return refuse(
      'quota.spent',
      `The quota of the ${scopeNames[quota.scope]} for ${over} is spent; a person has to raise it.`,
    );
  }
  return null;
}

/** Reserves without asking whether there is room: for what a person asks for. */
export function* holdQuota(
  context: Context,
  place: Place,
  holderId: string,
  amounts: Partial<Amounts>,
): Deciding<void> {
  const whole = { ...nothing, ...amounts };
  for (const quota of yield* quotasOf(place)) {
    context.work.change('quota', quota, { reserved: { ...quota.reserved, [holderId]: whole } });
  }
  context.work.event('quota-reserved', { goal_id: place.goal_id, holder_id: holderId, ...whole });
}

/** Settles a reservation once, with what was really used: never more than was reserved. A settled one is left as it is. */
export function* settleQuota(
  context: Context,
  place: UsedAt,
  holderId: string,
  used: Partial<Amounts>,
): Deciding<void> {
  const goal = yield* read('quota', quotaRowId('goal', place.goal_id));
  const reserved = goal?.reserved[holderId];
  if (reserved === undefined) return;
  const amounts = within(reserved, used);
  for (const quota of yield* quotasOf(place)) {
    const { [holderId]: _settled, ...others } = quota.reserved;
    context.work.change('quota', quota, { reserved: others, used: sumOf([quota.used, amounts]) });
  }
  enter(context, place, holderId, amounts);
}

function within(reserved: Amounts, used: Partial<Amounts>): Amounts {
  const entries = measures.map((each) => [each, Math.min(reserved[each], used[each] ?? 0)] as const);
  return { ...nothing, ...Object.fromEntries(entries) };
}

/** The settlement of an attempt: what it counted, and the time since its admission. */
export function* settleAttemptQuota(
  context: Context,
  attempt: Attempt,
  used: { readonly external_writes: number; readonly actions?: number | undefined },
): Deciding<void> {
  // What nobody has counted is taken for used; what never started has used none.
  const uncounted = attempt.state === 'admitted' ? 0 : Infinity;
  yield* settleQuota(context, attempt, attempt.attempt_id, {
    attempts: 1,
    external_writes: used.external_writes,
    actions: used.actions ?? uncounted,
    wall_ms: Math.max(0, context.now - attempt.admitted_at),
  });
}

/**
 * Counts what a person did: a decision settles the reservation of its question, anything else is entered as it is. No
 * quota keeps a person from acting.
 */
export function* countIntervention(
  context: Context,
  place: UsedAt,
  holderId: string | null = null,
): Deciding<void> {
  const goal = yield* read('quota', quotaRowId('goal', place.goal_id));
  if (holderId !== null && goal?.reserved[holderId] !== undefined) {
    yield* settleQuota(context, place, holderId, { interventions: 1 });
    return;
  }
  const amounts = { ...nothing, interventions: 1 };
  for (const quota of yield* quotasOf(place)) {
    context.work.change('quota', quota, { used: sumOf([quota.used, amounts]) });
  }
  enter(context, place, null, amounts);
}

function enter(context: Context, place: UsedAt, holderId: string | null, amounts: Amounts): void {
  const { goal_id, todo_id, session_id } = place;
  context.work.create('usage', {
    usage_id: context.ids.next('usage'),
    goal_id,
    todo_id,
    holder_id: holderId,
    session_id,
    amounts,
    at: context.now,
  });
  context.work.event('quota-settled', { goal_id, holder_id: holderId, ...amounts });
}
