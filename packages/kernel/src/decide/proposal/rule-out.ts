import type { ProposedTransition } from '@cux/contracts';
import { type Context, type Deciding, type RefusedDecision, read, refuse } from '../deciding.ts';
import { keptEvidence } from '../evidence.ts';
import type { Proposing } from './apply-proposal.ts';
import { finishes } from './obstacle.ts';

type TodoState = ProposedTransition['todo']['state'];

/** Where a proposal may move its own todo, by what the attempt came to. */
export const proposedMoves: Readonly<Record<Proposing['cameTo'], readonly TodoState[]>> = {
  uncommitted: ['open', 'awaiting_gate', 'blocked', 'done'],
  // It was pressed: it is read back, or done, or a person looks. It is never tried again from here.
  committed: ['reconciling', 'blocked', 'done'],
  'outcome-unknown': ['reconciling', 'blocked'],
  void: ['awaiting_gate', 'blocked'],
};

/**
 * Every rule that needs nothing but the proposal, its todo, its attempt and the registered evidence. That a proposal
 * is complete in itself (evidence for a completion, attention for a person, a gate for who awaits one) is the
 * judge's to say, and it has been asked.
 */
export function* ruleOut(context: Context, proposing: Proposing): Deciding<RefusedDecision | null> {
  const broken = brokenRule(proposing);
  if (broken !== null) return refuse(broken, messages[broken]);
  return yield* evidenceRefusal(context, proposing);
}

const messages = {
  'proposal.todo-move': 'The todo cannot go there after what the attempt came to; propose another state.',
  'proposal.gate-missing': 'A todo that awaits a gate needs the gate; raise it in the same proposal.',
  'proposal.read-back-missing': 'A reconciling todo needs a following todo that reads back this attempt.',
  'proposal.foreign-record': 'A proposal touches the record of its own todo only.',
  'proposal.foreign-attempt': 'A proposal reads back or settles only what its own todo is about.',
  'proposal.done-on-failure': 'An attempt that stopped short completes nothing; propose another state.',
  'proposal.settler-not-done': 'A todo that settles or unblocks another is done itself.',
  'proposal.done-for-not-happened': 'What did not happen is not done; raise a new gate or block the todo.',
} as const;

function brokenRule(proposing: Proposing): keyof typeof messages | null {
  const { todo, proposal, cameTo } = proposing;
  if (!proposedMoves[cameTo].includes(proposal.todo.state)) return 'proposal.todo-move';
  if (proposal.record !== null && proposal.record.record_id !== todo.record_id)
    return 'proposal.foreign-record';
  return (
    brokenCompletion(proposing) ??
    brokenFollowing(proposing) ??
    brokenSettlement(proposing) ??
    brokenGate(proposal, todo.todo_id)
  );
}

function brokenCompletion({ attempt, proposal }: Proposing): keyof typeof messages | null {
  if (!finishes({ proposal })) return null;
  const stop = attempt.receipt?.stop_reason;
  // A void attempt has no receipt at all.
  if (stop !== 'completed' && stop !== 'stopped_at_gate') return 'proposal.done-on-failure';
  return null;
}

function brokenFollowing({ attempt, todo, proposal }: Proposing): keyof typeof messages | null {
  const readsBack = [attempt.attempt_id, todo.reconciles_attempt_id];
  for (const each of proposal.following) {
    if (each.record_id !== null && each.record_id !== todo.record_id) return 'proposal.foreign-record';
    if (each.reconciles_attempt_id !== null && !readsBack.includes(each.reconciles_attempt_id)) {
      return 'proposal.foreign-attempt';
    }
  }
  const reconciles = proposal.todo.state === 'reconciling';
  const readBack = proposal.following.some((each) => each.reconciles_attempt_id === attempt.attempt_id);
  return reconciles && !readBack ? 'proposal.read-back-missing' : null;
}

function brokenSettlement({ todo, proposal }: Proposing): keyof typeof messages | null {
  const { settles } = proposal;
  if ((settles !== null || proposal.unblocks !== null) && proposal.todo.state !== 'done') {
    return 'proposal.settler-not-done';
  }
  if (settles === null) return null;
  if (settles.attempt_id !== todo.reconciles_attempt_id) return 'proposal.foreign-attempt';
  if (settles.outcome === 'not_happened' && settles.todo_state === 'done')
    return 'proposal.done-for-not-happened';
  return settles.outcome === 'happened' && settles.todo_state === 'awaiting_gate'
    ? 'proposal.todo-move'
    : null;
}

function brokenGate(proposal: ProposedTransition, ownTodo: string): keyof typeof messages | null {
  const { gate } = proposal;
  return proposal.todo.state === 'awaiting_gate' && gate?.todo_id !== ownTodo
    ? 'proposal.gate-missing'
    : null;
}

/** What a proposal rests on is registered with this very attempt. */
function* evidenceRefusal(
  context: Context,
  { attempt, todo, proposal }: Proposing,
): Deciding<RefusedDecision | null> {
  for (const digest of proposal.evidence) {
    if ((yield* keptEvidence(context, attempt.attempt_id, digest)) === null) {
      return refuse('proposal.evidence-unregistered', 'The evidence is not registered with this attempt.');
    }
  }
  const { successor } = proposal.todo;
  if (successor === null || proposal.following.some((each) => each.todo_id === successor)) return null;
  const named = yield* read('todo', successor);
  return named?.goal_id === todo.goal_id && successor !== todo.todo_id
    ? null
    : refuse('proposal.successor-unknown', 'The successor is no todo of this goal; name one, or none.');
}
