import type { QuotaUsage } from '../state/quota.ts';
import { type Context, type Deciding, type RefusedDecision, read, refuse } from './deciding.ts';

type Amount = QuotaUsage['reserved'][string];

/** Reserves what an attempt may use at most, or refuses. */
export function* reserveQuota(
  context: Context,
  goalId: string,
  attemptId: string,
  amount: Amount,
): Deciding<RefusedDecision | null> {
  const goal = yield* read('goal', goalId);
  const usage = yield* read('quota', goalId);
  if (goal === null || usage === null) {
    return refuse('goal.unknown', 'There is no such goal; create it first.');
  }
  const taken = total(usage);
  const over = (limit: number | undefined, used: number): boolean => limit !== undefined && used > limit;
  if (
    over(goal.quota.attempts, taken.attempts + amount.attempts) ||
    over(goal.quota.external_writes, taken.external_writes + amount.external_writes)
  ) {
    return refuse('quota.spent', 'The quota of the goal is spent; a person has to raise it with a new goal.');
  }
  context.work.change('quota', usage, { reserved: { ...usage.reserved, [attemptId]: amount } });
  context.work.event('quota-reserved', { goal_id: goalId, attempt_id: attemptId, ...amount });
  return null;
}

/** Settles a reservation once, with what was really used. A settled one is left as it is. */
export function* settleQuota(
  context: Context,
  goalId: string,
  attemptId: string,
  used: Amount,
): Deciding<void> {
  const usage = yield* read('quota', goalId);
  if (usage?.reserved[attemptId] === undefined) return;
  const { [attemptId]: _settled, ...reserved } = usage.reserved;
  context.work.change('quota', usage, {
    reserved,
    used: {
      ...usage.used,
      attempts: usage.used.attempts + used.attempts,
      external_writes: usage.used.external_writes + used.external_writes,
    },
  });
  context.work.event('quota-settled', { goal_id: goalId, attempt_id: attemptId, ...used });
}

/** Counts one decision of a person. */
export function* countDecision(context: Context, goalId: string): Deciding<void> {
  const usage = yield* read('quota', goalId);
  if (usage === null) return;
  context.work.change('quota', usage, { used: { ...usage.used, decisions: usage.used.decisions + 1 } });
}

function total(usage: QuotaUsage): Amount {
  return Object.values(usage.reserved).reduce<Amount>(
    (sum, each) => ({
      attempts: sum.attempts + each.attempts,
      external_writes: sum.external_writes + each.external_writes,
    }),
    { attempts: usage.used.attempts, external_writes: usage.used.external_writes },
  );
}
