import { blocker } from '@cux/provider-sdk';
import { EvidenceRefused } from '../attempt/evidence-refused.ts';
import type { Custody } from '../computer/custody.ts';
import { isEngineThere, onComputer } from '../computer/on-computer.ts';
import type { TodoRun } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { endAttempt } from './end-attempt.ts';

/** The agent's own end of its attempt. What it leaves on the screen is seen once more for the receipt. */
export async function endOf(
  context: RunContext,
  custody: Custody,
  sessionId: string,
): Promise<TodoRun | null> {
  const session = await context.kernel.session(context.workspace, sessionId);
  if (session === null) return null;
  const computerId = session.computer_id;
  return onComputer(context, custody, computerId, async () => {
    const held = custody.get(computerId);
    const running = held?.work.running ?? null;
    if (held === null || running === null || running.sessionId !== sessionId) return null;
    if (!(await isEngineThere(context, computerId, held))) running.agent.stop(blocker('lifecycle_failure'));
    const { evidence } = running.admitted.plan;
    try {
      const lacking = await running.agent.capture(evidence, context.limits.driver.evidence);
      if (lacking !== null) running.agent.stop(lacking);
    } catch (error) {
      // Its lease is over and somebody else has given it up: nothing more is kept of it, and it ends here as well.
      if (!EvidenceRefused.isInstance(error)) throw error;
    }
    return endAttempt(context, held, 'completed');
  });
}

/**
 * A person wants the Screen: the attempt that is under way ends, with all that it has done so far. What the host knows of the
 * page is the agent's no longer: a person may leave another one.
 */
export async function yieldScreen(context: RunContext, custody: Custody, computerId: string): Promise<void> {
  await onComputer(context, custody, computerId, async () => {
    const held = custody.get(computerId);
    if (held === null) return;
    held.work.running?.agent.stop(blocker('cancelled'));
    await endAttempt(context, held, 'completed');
    held.work.forget();
  });
}
