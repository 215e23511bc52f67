import type { CapabilityRecord } from '../state/capability-record.ts';
import { recordRowId } from '../state/entities.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { closeGate } from './gates.ts';
import { readLock, recordLockId, writeLock } from './locks.ts';
import { onlyOwner, withPrincipal } from './principals.ts';
import { todosLostGate } from './todos.ts';

export const putRecord: Decider<'put-record'> = function* (input, context) {
  const refusal = onlyOwner(context, input.capability);
  if (refusal !== null) return refusal;
  if (!context.capabilities.has(input.capability)) {
    return refuse(
      'capability.unknown',
      'No such capability is registered; register it with the kernel first.',
    );
  }
  const record = yield* read('record', recordRowId(input.capability, input.record_id));
  const version = record?.version ?? 0;
  if (input.expected_version < version) {
    return refuseForGood(
      'record.stale-version',
      'The record has changed since it was read; read it and decide again.',
    );
  }
  if (input.expected_version > version) {
    return refuse('record.version-ahead', 'The record has no such version yet; read it and decide again.');
  }
  const { capability, record_id, state, content_digest, facts } = input;
  if (record === null) {
    context.work.create('record', {
      capability,
      record_id,
      revision: 1,
      version: 1,
      state,
      content_digest,
      facts,
      content_by: [context.principal],
    });
    context.work.event('record-created', { capability, record_id });
    return accept({ revision: 1, version: 1 });
  }
  const rewritten = content_digest !== record.content_digest;
  const revision = rewritten ? record.revision + 1 : record.revision;
  const superseded =
    rewritten || input.ends_approvals === true ? yield* supersedeGates(context, record) : null;
  if (isRefused(superseded)) return superseded;
  if (rewritten) yield* forgetRejections(context, record);
  const content_by = rewritten ? withPrincipal(record.content_by, context.principal) : record.content_by;
  const next = context.work.change('record', record, { state, content_digest, facts, revision, content_by });
  context.work.event('record-changed', {
    capability,
    record_id,
    revision: next.revision,
    version: next.version,
  });
  return accept({ revision: next.revision, version: next.version });
};

/**
 * New content ends every question and approval about the old one, and so does giving the item up; their todos go back
 * to drafting, where the capability says what becomes of them.
 */
function* supersedeGates(context: Context, record: CapabilityRecord): Deciding<RefusedDecision | null> {
  const lock = yield* readLock(recordLockId(record.capability, record.record_id));
  if (lock.unsettled.length > 0) {
    return refuse(
      'record.outcome-unknown',
      'A write of the present content is not settled; settle it before the record changes.',
    );
  }
  for (const gateId of lock.live_gates) {
    const gate = yield* read('gate', gateId);
    const closed = gate === null ? null : yield* closeGate(context, gate, 'superseded');
    if (closed !== null) yield* todosLostGate(context, closed, { kind: 'resume' }, 'gate.superseded');
  }
  return null;
}

/** A subject names its revision: what was rejected of the old one cannot be asked any more. */
function* forgetRejections(context: Context, record: CapabilityRecord): Deciding<void> {
  const lock = yield* readLock(recordLockId(record.capability, record.record_id));
  if (lock.rejected.length > 0) writeLock(context, lock, { rejected: [] });
}
