import {
  type Digest,
  type GateBinding,
  type GateHead,
  type Principal,
  type StandingSubject,
  type Subject,
  standingSubjectDigest,
  subjectDigest,
} from '@cux/contracts';
import { recordRowId } from '../state/entities.ts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';
import {
  type Context,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { readLock, recordLockId, standingLockId, writeLock } from './locks.ts';
import { takesPart } from './principals.ts';
import { placeOfGate, settleQuota } from './quota.ts';
import { noteApproval } from './session-events.ts';

export function isItemSubject(subject: Subject | StandingSubject): subject is Subject {
  return 'record_id' in subject;
}

export function digestOfSubject(subject: Subject | StandingSubject): Digest {
  return isItemSubject(subject) ? subjectDigest(subject) : standingSubjectDigest(subject);
}

export function lockIdOf({ salt }: Context, subject: Subject | StandingSubject): string {
  return isItemSubject(subject)
    ? recordLockId(subject.capability, subject.record_id)
    : standingLockId(salt, subject);
}

/** The gate as a judge sees it. One whose time is over is closed, whatever its row still says. */
export function headOf(gate: Gate, now: number): GateHead {
  const over = gate.status !== 'closed' && now >= gate.expires_at;
  return {
    gate_id: gate.gate_id,
    revision: gate.revision,
    status: over ? 'closed' : gate.status,
    subject_digest: gate.subject_digest,
    closed_for: over ? 'expired' : gate.closed_for,
    consumed_by: gate.consumed_by,
  };
}

/** The rule by which a closed gate is refused: why it is closed. */
export function ruleOfClosed({ closed_for }: Pick<Gate, 'closed_for'>): string {
  return `gate.${(closed_for ?? 'closed').replaceAll('_', '-')}`;
}

/** Closes a gate for good and takes it off its lock. */
export function* closeGate(
  context: Context,
  gate: Gate,
  closedFor: NonNullable<Gate['closed_for']>,
  patch: Partial<Gate> = {},
): Deciding<Gate> {
  const lock = yield* readLock(lockIdOf(context, gate.subject));
  writeLock(context, lock, {
    live_gates: lock.live_gates.filter((each) => each !== gate.gate_id),
    rejected: closedFor === 'rejected' ? [...lock.rejected, gate.subject_digest] : lock.rejected,
  });
  // A question that nobody has answered took nothing of anybody's time.
  yield* settleQuota(context, placeOfGate(gate), gate.gate_id, {});
  context.work.event('gate-closed', { gate_id: gate.gate_id, closed_for: closedFor });
  yield* noteApproval(context, gate, `approval-${closedFor.replaceAll('_', '-')}`);
  return context.work.change('gate', gate, { ...patch, status: 'closed', closed_for: closedFor });
}

/** Opens a gate; what was said of its subject before counts no longer. Changes the lock, as whoever joins it does. */
export function* openGate(context: Context, gate: Gate, patch: Partial<Gate>): Deciding<Gate> {
  const lock = yield* readLock(lockIdOf(context, gate.subject));
  writeLock(context, lock, { rejected: lock.rejected.filter((each) => each !== gate.subject_digest) });
  yield* noteApproval(context, gate, 'approval-open');
  const open = context.work.change('gate', gate, { ...patch, status: 'open' });
  context.work.event('gate-opened', {
    gate_id: gate.gate_id,
    todo_id: gate.todo_id,
    revision: open.revision,
  });
  return open;
}

/** Nobody runs what they approved themselves: who decided may not take part, by whatever kind of principal. */
export function ownApproval(gate: Gate, provenance: readonly Principal[]): RefusedDecision | null {
  if (gate.decided_by === null || !takesPart(gate.decided_by, provenance)) return null;
  return refuseForGood(
    'gate.own-action',
    'Whoever approved this may not run it; have somebody else run it, or another person decide.',
  );
}

/** Why a gate is not open now, or null when it is. Terminal states make terminal refusals. */
export function notOpen(gate: Gate, now: number): RefusedDecision | null {
  if (gate.status === 'closed') {
    return refuseForGood(ruleOfClosed(gate), 'The gate is closed for good; to go on, ask again.');
  }
  if (now >= gate.expires_at) {
    return refuseForGood('gate.expired', 'The time of the gate is over; to go on, ask again.');
  }
  if (gate.status === 'pending') {
    return refuse('gate.pending', 'A person has not decided yet; retry the same command after the decision.');
  }
  return null;
}

/** The gate that the binding names, if it is exactly the head, open and in time. Otherwise why not. */
export function* currentGate(
  context: Context,
  binding: GateBinding,
  expectedGateId: string | null,
): Deciding<Gate | RefusedDecision> {
  if (expectedGateId !== binding.gate_id) {
    return refuse(
      'gate.other-gate',
      "The binding names another gate than the todo's own; build the request anew.",
    );
  }
  const gate = yield* read('gate', binding.gate_id);
  if (gate === null) return refuse('gate.unknown', 'There is no such gate; build the request anew.');
  const closed = notOpen(gate, context.now);
  if (closed !== null) return closed;
  if (binding.revision < gate.revision) {
    return refuseForGood('gate.stale-revision', 'The gate has moved on since; build the request anew.');
  }
  if (binding.revision > gate.revision) {
    return refuse('gate.revision-ahead', 'The gate has no such revision yet; build the request anew.');
  }
  if (binding.status !== 'open') {
    return refuseForGood('gate.binding-not-open', 'The binding does not say open; build the request anew.');
  }
  context.work.holdsUntil(gate.expires_at);
  return gate;
}

/** A standing gate that an attempt rests on beside its own: never consumed, checked at admission and at commit. */
export function* openStandingGate(
  context: Context,
  gateId: string,
  provenance: readonly Principal[],
): Deciding<Gate | RefusedDecision> {
  const gate = yield* read('gate', gateId);
  if (gate === null || isItemSubject(gate.subject)) {
    return refuse('standing.unknown', 'There is no such standing gate; ask a person for one.');
  }
  const closed = notOpen(gate, context.now) ?? ownApproval(gate, provenance);
  if (closed !== null) return { ...closed, rule: closed.rule.replace('gate.', 'standing.') };
  const { principal_id } = gate.subject;
  if (!provenance.some((each) => each.id === principal_id)) {
    return refuse(
      'standing.other-principal',
      'The standing gate is for another principal; ask for one of your own.',
    );
  }
  context.work.holdsUntil(gate.expires_at);
  return gate;
}

/** The item gate of an external write, checked against the record and the subject that the attempt presents. */
export function* gateForSubject(
  context: Context,
  binding: GateBinding,
  todo: Todo,
  subject: Subject,
): Deciding<Gate | RefusedDecision> {
  const gate = yield* currentGate(context, binding, todo.gate_id);
  if (isRefused(gate)) return gate;
  if (gate.kind !== 'item') {
    return refuse(
      'gate.not-item',
      'An external write needs a gate of its own; there is no standing one for it.',
    );
  }
  if (gate.subject_digest !== subjectDigest(subject)) {
    return refuseForGood(
      'gate.subject-changed',
      'What would be done is not what was approved; draft it again and ask then.',
    );
  }
  const record = yield* read('record', recordRowId(subject.capability, subject.record_id));
  if (record?.revision !== subject.record_revision || record.content_digest !== subject.content_digest) {
    return refuseForGood(
      'gate.record-moved',
      'The record has other content by now; draft it again and ask then.',
    );
  }
  return gate;
}
