import type { RunContext } from '../host/run-context.ts';
import type { AdmittedAttempt } from './admit.ts';

/** What every command about an attempt in hand begins with: which one, and under which fence. */
export function held(
  _context: RunContext,
  { attemptId, fence }: Pick<AdmittedAttempt, 'attemptId' | 'fence'>,
): { readonly attempt_id: string; readonly fence: number } {
  return { attempt_id: attemptId, fence };
}
