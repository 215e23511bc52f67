import { type Plan, permitRulesDigest } from '@cux/contracts';
import type { MonotonicClock } from '../guard/monotonic-clock.ts';
import type { ActionOutcome } from '../surface/surface.ts';
import { type AttemptFacts, stopAt } from './attempt-facts.ts';
import { type Blocker, blocker, blockerOfSign } from './blocker.ts';
import type { StepEnvironment } from './environment.ts';
import { type GuardDifference, type GuardMark, markGuard, sinceMark } from './guard-mark.ts';
import { Interruption } from './interruption.ts';
import { decidePressOutcome } from './press-outcome.ts';
import { countHeldFields } from './read-back-fields.ts';
import type { CommitDecision } from './run-plan.ts';
import { createTimeBox, type TimeBox } from './time-box.ts';
import { verifyFactsAgain } from './verify-facts.ts';

export interface FinalPress {
  readonly environment: StepEnvironment;
  readonly facts: AttemptFacts;
  readonly plan: Plan;
  readonly attemptId: string;
  /** Does it, once; an engine that goes away meanwhile leaves its outcome unknown. */
  readonly send: () => Promise<ActionOutcome>;
  readonly clock: Parameters<typeof createTimeBox>[0];
  readonly monotonic: MonotonicClock;
}

type Permitted = Extract<CommitDecision, { kind: 'permit' }>;

/**
 * From the permit to the known effect: a last look, arm, exactly one press, wait for what the guard saw,
 * take the permit back. There is no path on which it presses twice, and none on which it returns with a permit
 * still armed.
 */
export async function pressFinalAction(press: FinalPress, permitted: Permitted): Promise<void> {
  const { environment, facts, plan, attemptId } = press;
  const { permit } = permitted;
  const rules = permitRulesDigest(plan);
  if (permit.attempt_id !== attemptId || permit.permit_rules_digest !== rules) {
    stopAt(facts, blocker('subject_changed'), null);
    return;
  }
  stopAt(facts, await lastLook(environment, facts), null);
  if (facts.stop === null) stopAt(facts, await verifyFactsAgain(environment, plan), null);
  if (facts.stop !== null) return;
  environment.box.check();
  const mark = markGuard(environment.guard.record());
  stopAt(facts, arm(press, permitted), null);
  if (facts.stop === null) await pressArmed(press, mark);
}

/**
 * A permit whose time is over stands for an approval that may be in other hands by now: it is not armed. The
 * guard asks again at every match.
 */
function arm(
  { environment, plan, monotonic }: FinalPress,
  { permit, expires_at }: Permitted,
): Blocker | null {
  const isOver = () => !(monotonic.now() < expires_at);
  if (isOver()) return blocker('gate_stale');
  try {
    environment.guard.arm(permit, plan.permit_rules, expires_at);
    return null;
  } catch {
    return blocker(isOver() ? 'gate_stale' : 'guard_failure');
  }
}

/** Values and signs again, right before the press. It puts nothing away: a permit is about to be armed. */
async function lastLook(environment: StepEnvironment, facts: AttemptFacts): Promise<Blocker | null> {
  const { surface, rules } = environment;
  const location = await surface.location();
  if (location === null) return blocker('target_lost');
  if (!rules.allowed_origins.includes(location.origin)) return blocker('foreign_origin');
  const [sign] = await surface.stopSigns();
  if (sign !== undefined) return blockerOfSign(sign);
  return countHeldFields(environment, facts);
}

async function pressArmed(press: FinalPress, mark: GuardMark): Promise<void> {
  const { environment, facts, clock } = press;
  const { guard, limits } = environment;
  let outcome: ActionOutcome = { kind: 'outcome_unknown' };
  let seen: GuardDifference;
  // Its own time: the guard's record is the host's, and is worth waiting for when the engine is gone.
  const box = createTimeBox(clock, limits.spend + 2 * limits.answer + limits.following + limits.grace, null);
  try {
    outcome = await pressOnce(press);
    await waitForEffect(press, box, mark, outcome);
  } finally {
    guard.disarm();
    box.end();
    seen = sinceMark(mark, guard.record());
  }
  const verdict = decidePressOutcome({
    press: outcome,
    answers: seen.spent.map(({ status }) => status),
    blockedSince: seen.blocked.length > 0,
  });
  facts.press = verdict.press;
  facts.clicked = verdict.clicked;
  facts.permitSpent = seen.spent.length;
  stopAt(facts, verdict.blocker, null);
}

/** An engine that goes away, that answers with what is no answer, or time that runs out, during the press leaves its outcome unknown. */
async function pressOnce({ send }: FinalPress): Promise<ActionOutcome> {
  try {
    return await send();
  } catch (reason) {
    if (Interruption.isInstance(reason)) return { kind: 'outcome_unknown' };
    throw reason;
  }
}

/**
 * Waits until the permit is spent and answered. Unspent: at most `spend`, and no longer than the attempt itself
 * lives. Spent: at most `answer`, or `grace` once the attempt has ended.
 */
async function waitForEffect(
  { environment, facts, plan }: FinalPress,
  box: TimeBox,
  mark: GuardMark,
  outcome: ActionOutcome,
): Promise<void> {
  const { guard, limits } = environment;
  const look = () => sinceMark(mark, guard.record());
  const mayStillSend = outcome.kind === 'done' || outcome.kind === 'outcome_unknown';
  if (mayStillSend) {
    const sign = watchForSigns(environment);
    await box.until(limits.spend, limits.poll, async () =>
      look().spent.length > 0 || hasEnded(environment) || sign.seen() ? true : null,
    );
    facts.modalAfterPress = look().spent.length === 0 && sign.seen();
  }
  if (look().spent.length === 0) return;
  await waitForAnswers(environment, box, mark);
  if (look().spent.length === plan.permit_rules.length) return;
  await letOthersFollow(environment, box, mark, plan);
  await waitForAnswers(environment, box, mark);
}

/** Every write that was spent so far has its answer, or the wait is over. */
async function waitForAnswers(environment: StepEnvironment, box: TimeBox, mark: GuardMark): Promise<void> {
  const { guard, limits } = environment;
  const patience = hasEnded(environment) ? limits.grace : limits.answer;
  await box.until(patience, limits.poll, async () =>
    sinceMark(mark, guard.record()).spent.every(({ status }) => status !== null) ? true : null,
  );
}

/** A publication may take more than one write; those that follow the first get a moment, not the whole wait. */
async function letOthersFollow(
  { guard, limits }: StepEnvironment,
  box: TimeBox,
  mark: GuardMark,
  plan: Plan,
): Promise<void> {
  await box.until(limits.following, limits.poll, async () =>
    sinceMark(mark, guard.record()).spent.length === plan.permit_rules.length ? true : null,
  );
}

/** Looks beside the wait, one look at a time: a busy page must not keep us from what the guard sees. */
function watchForSigns({ surface }: StepEnvironment): { seen(): boolean } {
  let seen = false;
  let looking = false;
  const look = async () => {
    looking = true;
    const signs = await surface.stopSigns().catch(() => []);
    seen ||= signs.length > 0;
    looking = false;
  };
  return {
    seen: () => {
      if (!seen && !looking) void look();
      return seen;
    },
  };
}

function hasEnded({ box }: StepEnvironment): boolean {
  try {
    box.check();
    return false;
  } catch {
    return true;
  }
}
