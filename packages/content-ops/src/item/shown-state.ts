import type { Attempt, CapabilityRecord, Gate } from '@cux/kernel/capability';
import { endingOf } from '../reducer/ending.ts';
import { advance, type ItemState } from './item-machine.ts';

/**
 * Where an item stands, as a person is told. A record moves when a proposal is accepted; what people decide and what leaves
 * happens before, so these stand beside the states of the record:
 *
 * - `rejected`: a person has said no to what is drafted; nothing of it goes out.
 * - `publishing`: the approval is used up by an attempt that is under way.
 * - `outcome_unknown`: something may have left; the site or a person has to say what it came to.
 * - `held_by_site`: the site has received it and not published it (it has a review of its own, for example).
 */
export type ShownState = ItemState | 'rejected' | 'publishing' | 'outcome_unknown' | 'held_by_site';

/** The attempt that has used the approval of an item up, and when it is looked at. */
export interface ApprovalUse {
  readonly attempt: Pick<Attempt, 'attempt_id' | 'state' | 'lease_until' | 'outcome' | 'receipt' | 'annex'>;
  /** The kernel's time, in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The state that a person is shown; null for a state that this capability has not.
 *
 * @param gate the gate of the item's todo
 * @param use of that gate, where its approval is used up
 */
export function shownState(
  record: CapabilityRecord,
  gate: Gate | null,
  use: ApprovalUse | null,
): ShownState | null {
  const state = advance(record.state, []);
  if (state !== 'review_ready' || gate?.kind !== 'item') return state;
  if (gate.status === 'open') return 'approved';
  if (gate.closed_for === 'rejected') return 'rejected';
  return gate.closed_for === 'consumed' && use !== null ? afterUse(record, gate, use) : state;
}

function afterUse({ facts }: CapabilityRecord, gate: Gate, { attempt, now }: ApprovalUse): ShownState {
  switch (attempt.state) {
    case 'committed':
      // Past its lease nobody is known to carry it any more.
      return now < attempt.lease_until ? 'publishing' : 'outcome_unknown';
    case 'outcome_unknown':
      return 'outcome_unknown';
    case 'reported':
    case 'settled': {
      if (attempt.outcome === 'not_happened') return 'review_ready';
      if (attempt.outcome === 'happened') return 'site_status' in facts ? 'held_by_site' : 'published';
      return pressed(attempt, gate) ? 'published' : 'outcome_unknown';
    }
    // Nothing has left.
    case 'admitted':
    case 'running':
    case 'prepared':
    case 'abandoned':
    case 'void':
      return 'review_ready';
  }
}

function pressed({ attempt_id, receipt, annex }: ApprovalUse['attempt'], gate: Gate): boolean {
  if (receipt === null || annex === null) return false;
  return endingOf({ kind: 'receipt', attempt_id, receipt, annex }, gate) === 'pressed';
}
