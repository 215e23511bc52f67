import type { Computer } from '@cux/contracts';
import { endAttempt } from '../action/session-attempt.ts';
import { refused } from '../attempt/build-attempt.ts';
import type { RunContext } from '../host/run-context.ts';
import { isProcessAlive } from '../process/process-identity.ts';
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
  if (held === null) {
    return refused(
      'computer.not-holder',
      'This process has nothing allocated for the Computer; ask the process that has.',
    );
  }
  // Whatever an agent was at is over with the page: what it has done so far is reported first.
  await endAttempt(context, held, 'completed').catch(() => undefined);
  await held.guarded.close();
  custody.drop(computerId);
  return handInReceipt(context, computerId, held.generation);
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

/**
 * A process that died has taken its engine along (it dies with its parent, or is ended as an orphan before this), so its
 * placements are gone; those of processes that cannot be proved dead are left alone.
 */
export async function recoverComputers(context: RunContext): Promise<readonly string[]> {
  const { kernel, workspace, processId } = context;
  const told: string[] = [];
  const placed = await kernel.computers(workspace, { lifecycles: ['waking', 'awake', 'archiving'] });
  for (const { computer_id, generation, placement } of placed) {
    const holder = placement?.process_id ?? null;
    if (holder === null || holder === processId || (await isProcessAlive(holder))) continue;
    const receipt = await handInReceipt(context, computer_id, generation, [holder]);
    told.push(
      receipt.kind === 'settled'
        ? `${computer_id} was in the custody of a process that has ended: it is ${receipt.value.lifecycle}.`
        : `${computer_id} could not be released (${receipt.rule}): ${receipt.message}`,
    );
  }
  return told;
}
