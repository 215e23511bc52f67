import type { Attempt } from '../state/attempt.ts';
import { moveAttempt } from './attempts.ts';
import type { Context, Deciding } from './deciding.ts';

/** What an attempt that committed keeps when it is over, and until when what left may arrive. */
export function ending(
  context: Context,
  nothingLeavesFrom: number = context.now,
): Pick<Attempt, 'ended_at' | 'settle_after'> {
  return { ended_at: context.now, settle_after: Math.max(context.now, nothingLeavesFrom) + context.quietMs };
}

/**
 * When the permit of an attempt is over for sure whose process may still be alive: with its lease, and where time has
 * leapt since it was admitted, that much later. The permit ends by a clock of that process, which has not leapt.
 */
export function permitOver(context: Context, attempt: Attempt): number {
  const leapt = context.now - attempt.admitted_at - context.passed(attempt.admitted_at);
  return attempt.lease_until + Math.max(0, leapt);
}

/**
 * Whether what left with an attempt may arrive after a moment; neither a leap of the clock nor another process's clock makes
 * that time pass.
 *
 * @param look the moment at which somebody looked, as this process gave it out; now when left out
 */
export function isQuiet({ now, passed }: Context, attempt: Attempt, look?: number): boolean {
  const { ended_at, settle_after } = attempt;
  if (ended_at === null || settle_after === null) return false;
  return (look ?? now) < settle_after || passed(ended_at, look) < settle_after - ended_at;
}

/** Whether a reading has begun only when all that left with an attempt must have arrived, as this process has measured it. */
export function beganQuiet({ between }: Context, sent: Attempt, reading: Attempt): boolean {
  const { ended_at, settle_after } = sent;
  if (ended_at === null || settle_after === null) return true;
  return between(ended_at, reading.admitted_at) >= settle_after - ended_at;
}

/** How long what left with an attempt may still arrive, in milliseconds; 0 once that is over. */
export function quietLeft(
  { now, passed }: Pick<Context, 'now' | 'passed'>,
  { ended_at, settle_after }: Pick<Attempt, 'ended_at' | 'settle_after'>,
): number {
  if (ended_at === null || settle_after === null) return 0;
  return Math.max(0, settle_after - now, settle_after - ended_at - passed(ended_at));
}

/** Committed and silent: nothing is tried again until somebody has found out. */
export function* goSilent(context: Context, attempt: Attempt, nothingLeavesFrom?: number): Deciding<Attempt> {
  return yield* moveAttempt(context, attempt, 'outcome_unknown', ending(context, nothingLeavesFrom));
}
