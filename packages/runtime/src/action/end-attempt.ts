import { refused } from '../attempt/build-attempt.ts';
import { reportAttempt } from '../attempt/carry.ts';
import { held as heldBy } from '../attempt/held.ts';
import { settle } from '../attempt/settle.ts';
import type { HeldPlacement } from '../computer/custody.ts';
import type { TodoRun } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { factsOf } from '../telemetry/attributes.ts';
import type { RunningAttempt } from './placement-work.ts';

/**
 * Ends the session's attempt: its receipt is compiled from the recorded steps, reported, and its reducer is run. Null where
 * none is under way here.
 */
export async function endAttempt(
  context: RunContext,
  { guarded, work }: HeldPlacement,
  ending: 'completed' | 'stopped_at_gate',
): Promise<TodoRun | null> {
  const { running } = work;
  if (running === null) return null;
  work.running = null;
  const { span } = running;
  try {
    const run = await span.within(() => endRunning(context, guarded, running, ending));
    span.end(factsOf(run));
    return run;
  } catch (error) {
    span.fail(error);
    throw error;
  }
}

async function endRunning(
  context: RunContext,
  guarded: HeldPlacement['guarded'],
  { admitted, agent, begun }: RunningAttempt,
  ending: 'completed' | 'stopped_at_gate',
): Promise<TodoRun | null> {
  const report = agent.finish(ending);
  // Nobody works on the page any more, until the next attempt begins.
  guarded.denyAll();
  const reported = await reportAttempt(context, admitted, { report, actions: begun }, { permitId: null });
  if (reported.kind === 'reported') return settle(context, admitted.attemptId, 'stored');
  await context.send('abandon-attempt', [admitted.attemptId, admitted.fence, 'receipt-refused'], {
    ...heldBy(context, admitted),
    because: 'receipt-refused',
  });
  return reported.kind === 'refused' ? refused(reported.rule, reported.message) : null;
}
