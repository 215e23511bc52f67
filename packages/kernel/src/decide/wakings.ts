import { KernelFault } from '../kernel-fault.ts';
import type { Computer, Placement } from '../state/computer.ts';
import { wakingRowId } from '../state/entities.ts';
import type { Waking } from '../state/waking.ts';
import { type Context, type Deciding, read } from './deciding.ts';

/** Begins with the placement, in the same decision. */
export function beginWaking(
  context: Context,
  computerId: string,
  generation: number,
  placement: Placement,
): void {
  context.work.create('waking', {
    computer_id: computerId,
    generation,
    revision: 1,
    provider_id: placement.provider_id,
    process_id: placement.process_id,
    woken_at: placement.since,
    attached_at: null,
    taken_over_at: [],
    ended_at: null,
    ended: null,
  });
}

/** The waking of what is allocated for the Computer now. */
export function* presentWaking({ computer_id, generation }: Computer): Deciding<Waking> {
  const waking = yield* read('waking', wakingRowId(computer_id, generation));
  if (waking === null) {
    throw new KernelFault(
      'row_unreadable',
      'A stored Computer lacks the waking of its placement; run `cux audit verify` and restore a backup.',
    );
  }
  return waking;
}
