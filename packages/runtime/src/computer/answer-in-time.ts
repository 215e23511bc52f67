import { ProviderFault } from '@cux/provider-sdk';
import type { GuardedSession } from '../attempt/provider-session.ts';
import { within } from '../attempt/within.ts';

/**
 * What the engine of a placement answers within so many milliseconds; a `ProviderFault` where it does not, or where its
 * session ends first. An engine that hangs must not keep the turn on its Computer.
 */
export function answerInTime<Value>(
  { signal }: GuardedSession,
  milliseconds: number,
  work: Promise<Value>,
): Promise<Value> {
  return within(work, { milliseconds, signal }, () => {
    throw new ProviderFault(
      'call_timed_out',
      'The engine did not answer in time; release the Computer, wake it and try again.',
    );
  });
}
