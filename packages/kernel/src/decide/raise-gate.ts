import type { AttentionItem, Digest, Principal, StandingSubject, Subject } from '@cux/contracts';
import { recordRowId } from '../state/entities.ts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';
import { type Context, type Deciding, type RefusedDecision, read, refuse } from './deciding.ts';
import { digestOfSubject, isItemSubject, lockIdOf } from './gates.ts';
import { letGateGo } from './let-gate-go.ts';
import { isUnsettled, readLock, writeLock } from './locks.ts';
import { takesPart, withPrincipals } from './principals.ts';
import { holdQuota, spentQuota } from './quota.ts';
import { observedSubject } from './retention.ts';

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
  /** The process in whose memory alone is what it shows; null where all of it is kept. */
  readonly heldBy: string | null;
}

/**
 * Raises a gate, or answers one that stands already: the pending one on the same subject of the same todo, and for a
 * standing subject that of any todo, pending or open (an open one needs no new decision). Other live gates of the todo
 * are let go: a todo waits for one decision.
 */
export function* raiseGate(context: Context, question: GateQuestion): Deciding<Gate | RefusedDecision> {
  const { subject } = question;
  const digest = digestOfSubject(subject);
  if (isItemSubject(subject)) {
    const refusal =
      (yield* observedSubject(subject)) ?? (yield* itemMayBeAsked(context, subject, question.settling));
    if (refusal !== null) return refusal;
  }
  const lock = yield* readLock(lockIdOf(context, subject));
  const twins = yield* liveTwins(context, lock.live_gates, digest);
  const stands = isItemSubject(subject) ? itemTwin(question, twins) : standingTwin(question, twins);
  if (stands?.kind === 'refused') return stands;
  if (stands !== null) return yield* join(context, question, stands);
  if (!question.askedByPerson && lock.rejected.includes(digest)) {
    return refuse(
      'gate.subject-rejected',
      'A person rejected exactly this; it is asked again only when a person reopens the todo.',
    );
  }
  if (!question.askedByPerson) {
    const spent = yield* spentQuota(question.todo, { interventions: 1 });
    if (spent !== null) return spent;
  }
  yield* letGateGo(context, question.todo, 'superseded');
  return yield* createGate(context, question, digest);
}

/** An approval of one effect is one todo's alone. */
function itemTwin({ todo }: GateQuestion, twins: readonly Gate[]): Gate | RefusedDecision | null {
  if (twins.some((gate) => gate.todo_id !== todo.todo_id)) {
    return refuse(
      'gate.subject-asked-elsewhere',
      'Another todo already asks for exactly this; decide that gate, or cancel that todo.',
    );
  }
  return twins.find((gate) => gate.status === 'pending') ?? null;
}

/** A standing approval is shared, but not by an action of whoever gave it. */
function standingTwin({ provenance }: GateQuestion, twins: readonly Gate[]): Gate | null {
  const open = twins.find(
    ({ status, decided_by }) =>
      status === 'open' && decided_by !== null && !takesPart(decided_by, provenance),
  );
  return open ?? twins.find((gate) => gate.status === 'pending') ?? null;
}

/**
 * The todo rests on a gate that stands already. Whoever closes or approves it meets the todo: both change the lock.
 * A pending gate takes up the provenance of all who ask, with a new revision, so that none of them decides.
 */
function* join(context: Context, { todo, provenance }: GateQuestion, gate: Gate): Deciding<Gate> {
  if (todo.gate_id !== gate.gate_id) {
    yield* letGateGo(context, todo, 'superseded');
    const lock = yield* readLock(lockIdOf(context, gate.subject));
    writeLock(context, lock, {});
    context.work.event('gate-shared', { gate_id: gate.gate_id, todo_id: todo.todo_id, status: gate.status });
  }
  const asking = withPrincipals(gate.provenance, provenance);
  if (gate.status !== 'pending' || asking.length === gate.provenance.length) return gate;
  const asked = context.work.change('gate', gate, { provenance: asking });
  context.work.event('gate-asked-by-others', { gate_id: gate.gate_id, revision: asked.revision });
  return asked;
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
    held_by: question.heldBy,
    expires_at: context.now + question.expiresIn,
    provenance: question.provenance,
    decided_by: null,
    decided_at: null,
    reason: null,
    consumed_by: null,
  };
  context.work.create('gate', gate);
  yield* holdQuota(context, gate, gate.gate_id, { interventions: 1 });
  context.work.event('gate-raised', {
    gate_id: gate.gate_id,
    todo_id: todo.todo_id,
    kind: gate.kind,
    expires_at: gate.expires_at,
  });
  const lock = yield* readLock(lockIdOf(context, subject));
  writeLock(context, lock, { live_gates: [...lock.live_gates, gate.gate_id] });
  return gate;
}

/** A gate asks about the record as it is now, and about nothing whose outcome is unknown. */
function* itemMayBeAsked(
  context: Context,
  subject: Subject,
  settling: string | null,
): Deciding<RefusedDecision | null> {
  const record = yield* read('record', recordRowId(subject.capability, subject.record_id));
  if (record?.revision !== subject.record_revision || record.content_digest !== subject.content_digest) {
    return refuse('gate.record-moved', 'The record has other content by now; draft it again and ask then.');
  }
  if (yield* isUnsettled(context, subject, settling)) {
    return refuse(
      'record.outcome-unknown',
      'The outcome of an earlier write here is unknown; settle it by a read-back or a person first.',
    );
  }
  return null;
}

/** Live gates on exactly this subject whose time is not over. */
function* liveTwins(context: Context, gateIds: readonly string[], digest: Digest): Deciding<readonly Gate[]> {
  const twins: Gate[] = [];
  for (const gateId of gateIds) {
    const gate = yield* read('gate', gateId);
    if (gate !== null && gate.subject_digest === digest && context.now < gate.expires_at) twins.push(gate);
  }
  return twins;
}
