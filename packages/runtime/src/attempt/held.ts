import type { RunContext } from '../host/run-context.ts';
import type { AdmittedAttempt } from './admit.ts';

/** What every command about an attempt in hand begins with: which one, under which fence, in which life of which process. */
export function held(
  { processId }: Pick<RunContext, 'processId'>,
  { attemptId, fence }: Pick<AdmittedAttempt, 'attemptId' | 'fence'>,
): { readonly attempt_id: string; readonly fence: number; readonly process_id: string } {
  return { attempt_id: attemptId, fence, process_id: processId };
}
