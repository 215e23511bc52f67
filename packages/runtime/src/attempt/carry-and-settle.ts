import { ProviderFault } from '@cux/provider-sdk';
import type { TodoRun } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import type { AdmittedAttempt } from './admit.ts';
import { type Carried, carry } from './carry.ts';
import type { GuardedSession } from './provider-session.ts';
import { settle } from './settle.ts';

/** Carries an admitted attempt across in an open session, and settles it. */
export async function carryAndSettle(
  context: RunContext,
  attempt: AdmittedAttempt,
  guarded: GuardedSession,
  beforeSettle: (carried: Carried) => Promise<void> = async () => undefined,
): Promise<TodoRun> {
  let carried: Carried;
  try {
    carried = await carry(context, attempt, guarded);
  } catch (error) {
    return giveUp(context, attempt, 'host-fault', error);
  }
  await beforeSettle(carried);
  switch (carried.kind) {
    case 'reported':
      return settle(context, attempt.attemptId, 'stored');
    case 'nothing-sent':
      return settle(context, attempt.attemptId, { kind: 'void', permitId: carried.permitId });
    case 'silent':
      return {
        kind: 'refused',
        rule: 'attempt.outcome-unknown',
        message:
          'What was sent is not known; recover, so that a read-back finds out. Nothing is tried again.',
      };
    case 'refused':
      return giveUpRefused(context, attempt, carried.rule, carried.message);
  }
}

/** Gives an attempt up after a fault: an engine's fault is a refusal with the next step, any other is thrown. */
export async function giveUp(
  context: RunContext,
  attempt: AdmittedAttempt,
  because: string,
  error: unknown,
): Promise<TodoRun> {
  await abandon(context, attempt, because);
  if (ProviderFault.isInstance(error)) {
    context.emit({ kind: 'attempt-refused', rule: `provider.${error.code}`, message: error.message });
    return { kind: 'refused', rule: `provider.${error.code}`, message: error.message };
  }
  throw error;
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
async function abandon(context: RunContext, attempt: AdmittedAttempt, because: string): Promise<void> {
  await context
    .send('abandon-attempt', [attempt.attemptId, attempt.fence, because], {
      attempt_id: attempt.attemptId,
      fence: attempt.fence,
      because,
    })
    .catch(() => undefined);
}
