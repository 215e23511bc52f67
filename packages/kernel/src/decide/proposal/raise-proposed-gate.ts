import type { AttentionItem, ProposedTransition } from '@cux/contracts';
import { KernelFault } from '../../kernel-fault.ts';
import type { Attempt } from '../../state/attempt.ts';
import type { Gate } from '../../state/gate.ts';
import type { Todo } from '../../state/todo.ts';
import {
  type Context,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  readMany,
  refuse,
} from '../deciding.ts';
import { digestOfSubject, isItemSubject } from '../gates.ts';
import { letGateGo } from '../let-gate-go.ts';
import { withPrincipal } from '../principals.ts';
import { raiseGate } from '../raise-gate.ts';
import { holderOfContent } from '../retention.ts';
import { moveTodo, restOnGate } from '../todos.ts';
import type { Proposing } from './apply-proposal.ts';

type Wanted = NonNullable<ProposedTransition['gate']>;

/** Why a lawful question is not put to a person now. The reducer sees neither other todos nor earlier gates. */
const withheldRules = [
  'gate.subject-rejected',
  'gate.subject-asked-elsewhere',
  'record.outcome-unknown',
  'quota.spent',
] as const;

type WithheldRule = (typeof withheldRules)[number];

/**
 * Raises the proposed gate for the todo that awaits it. It is pending: only a person opens it. A standing approval that
 * stands already is taken up. A question that may not be put now leaves the todo blocked, for a person to reopen.
 */
export function* raiseProposedGate(
  context: Context,
  proposing: Proposing,
  settled: boolean,
): Deciding<Gate | RefusedDecision | null> {
  const { attempt, proposal, cameTo } = proposing;
  const wanted = proposal.gate;
  if (wanted === null || isForSettled(proposing, wanted, settled)) return null;
  const waiter = yield* waiterOf(wanted);
  const mismatch = mismatchOf(waiter, wanted);
  if (mismatch !== null) return mismatch;
  const gate = yield* raiseGate(context, {
    todo: waiter,
    kind: wanted.kind,
    subject: wanted.subject,
    attention: yield* withEvidence(attempt, wanted.attention),
    provenance: withPrincipal(attempt.provenance, context.principal),
    expiresIn: wanted.expires_in_ms,
    askedByPerson: false,
    settling: cameTo === 'void' ? attempt.attempt_id : null,
    heldBy: yield* holderOfContent(attempt),
  });
  if (!isRefused(gate)) {
    restOnGate(context, waiter, gate, gate.status === 'open' ? 'gate.stands' : proposal.because);
    return gate;
  }
  const rule = withheldRules.find((each) => each === gate.rule);
  if (rule === undefined) return gate;
  yield* withhold(context, proposing, waiter, rule);
  return null;
}

/** Where a reducer could not see what its attempt has captured (a void one has no report), it is shown all the same. */
function* withEvidence({ attempt_id }: Attempt, attention: AttentionItem): Deciding<AttentionItem> {
  if (attention.evidence.length > 0) return attention;
  const kept = yield* readMany('evidence', { parent_id: attempt_id });
  const evidence = kept.slice(0, 20).map(({ evidence_class, digest }) => ({ evidence_class, digest }));
  return { ...attention, evidence };
}

/** The todo that awaits the gate: the proposal's own, a following one, or the one that it settles, all moved by now. */
function* waiterOf({ todo_id }: Wanted): Deciding<Todo> {
  const waiter = yield* read('todo', todo_id);
  if (waiter?.state === 'awaiting_gate') return waiter;
  throw new KernelFault('invariant_broken', 'A gate would belong to no todo that awaits it; report this.');
}

/** The gate is for the todo whose outcome was to be settled, and somebody else has settled that already. */
function isForSettled({ todo, proposal }: Proposing, wanted: Wanted, settled: boolean): boolean {
  const ours = [todo.todo_id, ...proposal.following.map((each) => each.todo_id)];
  return proposal.settles !== null && !settled && !ours.includes(wanted.todo_id);
}

function mismatchOf(waiter: Todo, { subject }: Wanted): RefusedDecision | null {
  if (!isItemSubject(subject)) {
    if (waiter.action_unit === 'enrol_stored_session') return null;
    return refuse('standing.wrong-todo', 'A standing gate belongs to a todo that enrols a stored session.');
  }
  if (subject.capability !== waiter.capability || subject.record_id !== waiter.record_id) {
    return refuse('proposal.foreign-record', "The gate is not about its todo's own record.");
  }
  if (subject.action_unit === waiter.action_unit) return null;
  return refuse('proposal.gate-action-unit', 'The gate is not about what its todo does next.');
}

/**
 * Blocks the todo that would have waited, with the question that was not put. After a rejection it keeps the rejected
 * gate, so that a person who reopens it has exactly that asked again; otherwise it goes on from where it was.
 */
function* withhold(
  context: Context,
  { todo, proposal }: Proposing,
  waiter: Todo,
  rule: WithheldRule,
): Deciding<void> {
  const { attention, subject, todo_id } = proposal.gate as Wanted;
  context.work.event('gate-withheld', { todo_id, rule });
  const rejected = rule === 'gate.subject-rejected' ? yield* lastRejected(subject) : null;
  const own = waiter.todo_id === todo.todo_id;
  if (rejected !== null) yield* letGateGo(context, waiter, 'superseded');
  moveTodo(context, waiter, 'blocked', {
    because: rule,
    attention: waiter.attention ?? attention,
    gate_id: rejected?.gate_id ?? waiter.gate_id,
    action_unit: own && rejected === null ? todo.action_unit : waiter.action_unit,
  });
}

function* lastRejected(subject: Wanted['subject']): Deciding<Gate | null> {
  const closed = yield* readMany('gate', { states: ['closed'], subject_digest: digestOfSubject(subject) });
  return closed
    .filter((gate) => gate.closed_for === 'rejected')
    .reduce<Gate | null>(
      (last, gate) => (last === null || (gate.decided_at ?? 0) >= (last.decided_at ?? 0) ? gate : last),
      null,
    );
}
