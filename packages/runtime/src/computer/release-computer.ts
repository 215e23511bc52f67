import type { Computer } from '@cux/contracts';
import { endAttempt } from '../action/end-attempt.ts';
import { refused } from '../attempt/build-attempt.ts';
import type { RunContext } from '../host/run-context.ts';
import type { Settled } from './computer-host.ts';
import type { Custody } from './custody.ts';
import { placementName } from './placement.ts';
import { computerRecord } from './public-records.ts';

/** Ends what this process holds, and only then hands in the receipt for it. */
export function releaseComputer(
  context: RunContext,
  custody: Custody,
  computerId: string,
): Promise<Settled<Computer>> {
  return context.telemetry.span('release computer', { 'cux.computer.id': computerId }, () =>
    custody.inTurn(computerId, () => releaseHeld(context, custody, computerId)),
  );
}

/** The same within a turn on this Computer. */
export async function releaseHeld(
  context: RunContext,
  custody: Custody,
  computerId: string,
): Promise<Settled<Computer>> {
  const held = custody.get(computerId);
  if (held === null) return releaseUnheld(context, computerId);
  // Whatever an agent was at is over with the page: what it has done so far is reported first.
  await endAttempt(context, held, 'completed').catch(() => undefined);
  await held.guarded.close();
  custody.drop(computerId);
  return handInReceipt(context, computerId, held.generation);
}

/**
 * What a fault has left in this process's name and nobody holds: there is nothing to end, and the receipt is still due. Within a
 * turn on this Computer, so that no waking is under way.
 */
async function releaseUnheld(context: RunContext, computerId: string): Promise<Settled<Computer>> {
  const computer = await context.kernel.computer(context.workspace, computerId);
  if (computer?.placement?.process_id === context.processId) {
    return handInReceipt(context, computerId, computer.generation);
  }
  return refused(
    'computer.not-holder',
    'This process has nothing allocated for the Computer; ask the process that has.',
  );
}

/** The cleanup receipt of what this process held. */
export async function handInReceipt(
  context: RunContext,
  computerId: string,
  generation: number,
  deadProcesses: readonly string[] = [],
): Promise<Settled<Computer>> {
  const { kernel, vault, workspace, processId } = context;
  const released = await context.send('release-computer', [computerId, generation, processId], {
    computer_id: computerId,
    generation,
    process_id: processId,
    dead_processes: deadProcesses,
  });
  if (released.kind === 'refused') return refused(released.rule, released.message);
  await vault.removeNamed(placementName(workspace, computerId, generation));
  const computer = await kernel.computer(workspace, computerId);
  if (computer === null) throw new Error('a Computer that was released is there');
  return { kind: 'settled', value: computerRecord(workspace, computer) };
}
