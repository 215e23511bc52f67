import { blocker } from '@cux/provider-sdk';
import type { RunContext } from '../host/run-context.ts';
import { answerInTime } from './answer-in-time.ts';
import type { Custody, HeldPlacement } from './custody.ts';
import { releaseHeld } from './release-computer.ts';

/**
 * A piece of work on a Computer, in its turn. Whatever the work was: where nothing can be asked of the engine after it, the
 * Computer is released before anybody is answered, so that it may be woken again. All that speaks with a placement goes
 * through here.
 */
export function onComputer<Value>(
  context: RunContext,
  custody: Custody,
  computerId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  return custody.inTurn(computerId, async () => {
    try {
      return await work();
    } finally {
      await releaseLost(context, custody, computerId);
    }
  });
}

/**
 * Whether the engine still answers; one that only hangs is taken to be there. Nothing is asked of a placement that is this
 * process's no longer. Within a turn on its Computer.
 */
export async function isEngineThere(
  context: RunContext,
  computerId: string,
  { generation, guarded }: HeldPlacement,
): Promise<boolean> {
  const computer = await context.kernel.computer(context.workspace, computerId);
  const isOurs = computer?.generation === generation && computer.placement?.process_id === context.processId;
  if (!isOurs) return true;
  const { looking } = context.limits;
  await answerInTime(guarded, looking, guarded.session.surface.targets()).catch(() => null);
  return !guarded.lost;
}

/** Ends a placement whose engine is gone, within a turn on its Computer. What an agent was at has failed with it. */
export async function releaseLost(context: RunContext, custody: Custody, computerId: string): Promise<void> {
  const held = custody.get(computerId);
  if (held === null || !held.guarded.lost) return;
  held.work.running?.agent.stop(blocker('lifecycle_failure'));
  await releaseHeld(context, custody, computerId);
}
