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
  context.work.create('waking', heldWaking(computerId, generation, placement));
}

/**
 * Notes something of the waking of what is allocated for the Computer now. A placement from before wakings were kept has none, and nothing is made
 * up about it.
 */
export function* noteWaking(
  context: Context,
  computer: Computer,
  note: (waking: Waking) => Partial<Waking>,
): Deciding<void> {
  const waking = yield* presentWaking(computer);
  if (waking !== null) context.work.change('waking', waking, note(waking));
}

/**
 * Ends the waking together with its placement. One from before wakings were kept gets its waking now, without a time of attachment: when it was
 * awake nobody says, so it is in no usage.
 */
export function* endWaking(
  context: Context,
  computer: Computer,
  placement: Placement,
  ended: NonNullable<Waking['ended']>,
): Deciding<void> {
  const end = { ended, ended_at: context.now };
  const waking = yield* presentWaking(computer);
  if (waking !== null) context.work.change('waking', waking, end);
  else {
    const born = heldWaking(computer.computer_id, computer.generation, placement);
    context.work.create('waking', { ...born, ...end });
  }
}

function* presentWaking({ computer_id, generation }: Computer): Deciding<Waking | null> {
  return yield* read('waking', wakingRowId(computer_id, generation));
}

function heldWaking(computer_id: string, generation: number, placement: Placement): Waking {
  return {
    ...{ computer_id, generation, revision: 1 },
    provider_id: placement.provider_id,
    process_id: placement.process_id,
    woken_at: placement.since,
    attached_at: null,
    taken_over_at: [],
    ended_at: null,
    ended: null,
  };
}
