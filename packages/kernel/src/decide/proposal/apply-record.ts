import { recordRowId } from '../../state/entities.ts';
import { type Context, type Deciding, type RefusedDecision, read, refuse } from '../deciding.ts';
import type { Proposing } from './apply-proposal.ts';

/** Moves the record's state, if it is still the one that the reducer saw. Content never changes here. */
export function* applyRecord(
  context: Context,
  { todo, proposal }: Proposing,
): Deciding<RefusedDecision | null> {
  const wanted = proposal.record;
  if (wanted === null) return null;
  const record = yield* read('record', recordRowId(todo.capability, wanted.record_id));
  if (record?.state !== wanted.expected_state || record.revision !== wanted.expected_revision) {
    return refuse('record.moved', 'The record is not what the reducer saw; run the reducer again.');
  }
  const next = context.work.change('record', record, {
    state: wanted.state,
    facts: { ...record.facts, ...wanted.facts },
  });
  context.work.event('record-changed', {
    capability: next.capability,
    record_id: next.record_id,
    revision: next.revision,
    version: next.version,
  });
  return null;
}
