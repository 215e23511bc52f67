import {
  type AttentionItem,
  type Digest,
  type Principal,
  type StandingSubject,
  type Subject,
  standingSubjectDigest,
  subjectDigest,
} from '@cux/contracts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';
import { type Context, type Deciding, type Refused, read, readMany, refuse } from './deciding.ts';
import { closeGate, isItemSubject, lockIdOf } from './gates.ts';
import { isUnsettled, readLock, writeLock } from './locks.ts';

export interface GateQuestion {
  readonly todo: Todo;
  readonly kind: Gate['kind'];
  readonly subject: Subject | StandingSubject;
  readonly attention: AttentionItem;
  readonly provenance: readonly Principal[];
  /** Milliseconds from now. */
  readonly expiresIn: number;
  /** A person asks: a rejected subject may be raised again. */
  readonly askedByPerson: boolean;
  /** An attempt that the same decision shows to have sent nothing. */
  readonly settling: string | null;
}

/**
 * Raises a gate, or answers the pending one on the same subject of the same todo. Other live gates of the todo are
 * superseded: a todo waits for one decision.
 */
export function* raiseGate(context: Context, question: GateQuestion): Deciding<Gate | Refused> {
  const { subject, todo } = question;
  const digest = isItemSubject(subject) ? subjectDigest(subject) : standingSubjectDigest(subject);
  if (isItemSubject(subject)) {
    const refusal = yield* itemMayBeAsked(subject, question.settling);
    if (refusal !== null) return refusal;
  }
  const lock = yield* readLock(lockIdOf(subject));
  const twin = yield* liveTwin(context, lock.live_gates, digest);
  if (twin !== null && twin.todo_id !== todo.todo_id) {
    return refuse(
      'gate.subject-asked-elsewhere',
      'Another todo already asks for exactly this; decide that gate, or cancel that todo.',
    );
  }
  if (twin?.status === 'pending') return twin;
  if (!question.askedByPerson) {
    const past = yield* readMany('gate', { states: ['closed'], subject_digest: digest });
    if (past.some((gate) => gate.closed_for === 'rejected')) {
      return refuse(
        'gate.subject-rejected',
        'A person rejected exactly this; it is asked again only when a person reopens the todo.',
      );
    }
  }
  yield* supersedeGateOf(context, todo);
  return yield* createGate(context, question, digest);
}

function* createGate(context: Context, question: GateQuestion, digest: Digest): Deciding<Gate> {
  const { todo, subject } = question;
  const gate: Gate = {
    gate_id: context.ids.next('gate'),
    goal_id: todo.goal_id,
    todo_id: todo.todo_id,
    revision: 1,
    kind: question.kind,
    status: 'pending',
    closed_for: null,
    subject,
    subject_digest: digest,
    attention: question.attention,
    expires_at: context.now + question.expiresIn,
    provenance: question.provenance,
    decided_by: null,
    decided_at: null,
    reason: null,
    consumed_by: null,
  };
  context.work.create('gate', gate);
  context.work.event('gate-raised', {
    gate_id: gate.gate_id,
    todo_id: todo.todo_id,
    kind: gate.kind,
    expires_at: gate.expires_at,
  });
  const lock = yield* readLock(lockIdOf(subject));
  writeLock(context, lock, { live_gates: [...lock.live_gates, gate.gate_id] });
  return gate;
}

/** A gate asks about the record as it is now, and about nothing whose outcome is unknown. */
function* itemMayBeAsked(subject: Subject, settling: string | null): Deciding<Refused | null> {
  const record = yield* read('record', `${subject.capability} ${subject.record_id}`);
  if (record?.revision !== subject.record_revision || record.content_digest !== subject.content_digest) {
    return refuse('gate.record-moved', 'The record has other content by now; draft it again and ask then.');
  }
  if (yield* isUnsettled(subject, settling)) {
    return refuse(
      'record.outcome-unknown',
      'The outcome of an earlier write here is unknown; settle it by a read-back or a person first.',
    );
  }
  return null;
}

function* liveTwin(context: Context, gateIds: readonly string[], digest: Digest): Deciding<Gate | null> {
  for (const gateId of gateIds) {
    const gate = yield* read('gate', gateId);
    if (gate !== null && gate.subject_digest === digest && context.now < gate.expires_at) return gate;
  }
  return null;
}

/** Closes the todo's live gate: `expired` when its time is over, `superseded` otherwise. */
function* supersedeGateOf(context: Context, todo: Todo): Deciding<void> {
  const gate = todo.gate_id === null ? null : yield* read('gate', todo.gate_id);
  if (gate === null || gate.status === 'closed') return;
  yield* closeGate(context, gate, context.now >= gate.expires_at ? 'expired' : 'superseded');
}
