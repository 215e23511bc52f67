import type { HostRefusal, TodoRun } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import type { AdmittedAttempt } from './admit.ts';
import { type BeforeReport, type Carried, carry, type RunAttempt } from './carry.ts';
import { explained } from './explained.ts';
import type { GuardedSession } from './provider-session.ts';
import { settle } from './settle.ts';

/** Carries an admitted attempt across in an open session, and settles it. */
export async function carryAndSettle(
  context: RunContext,
  attempt: AdmittedAttempt,
  guarded: GuardedSession,
  beforeReport: BeforeReport = async () => undefined,
  runInstead: RunAttempt | null = null,
): Promise<TodoRun> {
  let carried: Carried;
  try {
    carried = await carry(context, attempt, guarded, beforeReport, runInstead);
  } catch (error) {
    return giveUp(context, attempt, 'host-fault', error);
  }
  switch (carried.kind) {
    case 'reported':
      return settle(context, attempt.attemptId, 'stored');
    case 'nothing-sent':
      return rethrowing(carried.fault, await settleVoid(context, attempt, carried.permitId));
    case 'silent':
      return rethrowing(carried.fault, await settleUnknown(context, attempt));
    case 'refused':
      return giveUpRefused(context, attempt, carried.rule, carried.message);
  }
}

/** Gives an attempt up after a fault: one that explains itself is a refusal with the next step, any other is thrown. */
export async function giveUp(
  context: RunContext,
  attempt: AdmittedAttempt,
  because: string,
  error: unknown,
): Promise<HostRefusal> {
  await abandon(context, attempt, because);
  await settleWhatStands(context, attempt).catch(() => undefined);
  const refusal = explained(error);
  if (refusal === null) throw error;
  context.emit({ kind: 'attempt-refused', rule: refusal.rule, message: refusal.message });
  return refusal;
}

/** A fault that came after commit is the caller's to see, once its attempt is where it belongs. */
function rethrowing(fault: unknown, run: TodoRun): TodoRun {
  if (fault === undefined || explained(fault) !== null) return run;
  throw fault;
}

/** Nothing was sent, and the host can show it. Where the kernel does not follow, a read-back has to show it. */
async function settleVoid(context: RunContext, attempt: AdmittedAttempt, permitId: string): Promise<TodoRun> {
  const run = await settle(context, attempt.attemptId, { kind: 'void', permitId }).catch(() => null);
  return run?.kind === 'settled' ? run : settleUnknown(context, attempt);
}

/** What was sent is not known: the attempt says so, and its read-back is proposed at once. */
async function settleUnknown(context: RunContext, attempt: AdmittedAttempt): Promise<TodoRun> {
  await abandon(context, attempt, 'outcome-unknown');
  const run = await settleWhatStands(context, attempt).catch(() => null);
  if (run?.kind === 'settled') return run;
  const refusal = {
    kind: 'refused',
    rule: 'attempt.outcome-unknown',
    message: 'What was sent is not known; recover, so that a read-back finds out. Nothing is tried again.',
  } as const;
  context.emit({ kind: 'attempt-refused', rule: refusal.rule, message: refusal.message });
  return refusal;
}

/** Runs the reducer where a report or an unknown outcome stands; null where there is neither. */
async function settleWhatStands(context: RunContext, attempt: AdmittedAttempt): Promise<TodoRun | null> {
  const stands = await context.kernel.attempt(context.workspace, attempt.attemptId);
  if (stands?.state !== 'reported' && stands?.state !== 'outcome_unknown') return null;
  return settle(context, attempt.attemptId, 'stored');
}

async function giveUpRefused(
  context: RunContext,
  attempt: AdmittedAttempt,
  rule: string,
  message: string,
): Promise<TodoRun> {
  await abandon(context, attempt, 'receipt-refused');
  context.emit({ kind: 'attempt-refused', rule, message });
  return { kind: 'refused', rule, message };
}

/** Best effort: where the kernel refuses or is gone, the lease ends by itself and recovery abandons. */
export async function abandon(context: RunContext, attempt: AdmittedAttempt, because: string): Promise<void> {
  await context
    .send('abandon-attempt', [attempt.attemptId, attempt.fence, because], {
      attempt_id: attempt.attemptId,
      fence: attempt.fence,
      process_id: context.processId,
      because,
    })
    .catch(() => undefined);
}
