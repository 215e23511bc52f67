import type { AttentionItem } from '@cux/contracts';
import type { Attempt } from '../../state/attempt.ts';
import { type Context, type Deciding, read, readMany, readStored } from '../deciding.ts';
import { beganQuiet, isQuiet } from '../quiet-time.ts';
import { moveTodo } from '../todos.ts';
import type { Proposing } from './apply-proposal.ts';
import { settlementOf } from './apply-settles.ts';

/**
 * What a person reads where a proposal was lawful and what stands does not let it be applied. No reducer can see
 * these, so none is refused for them: that would leave its attempt unsettled for as long as they stand.
 */
const questions = {
  'todo.exists':
    'What should follow this attempt has the name of a todo that exists already, so it was not created. See what that todo is and what the site holds, then reopen or cancel this one?',
  'attention.evidence-missing':
    'This attempt has kept no evidence of what it saw, so nobody can be asked to decide by it. See what the site holds, then reopen this todo or cancel it?',
  'settles.contradicted':
    'The read-back says otherwise than what this outcome was settled as before. See what the site holds and put right what follows from it, then cancel this todo?',
} as const;

type Question = keyof typeof questions;

/** `settles.too-early` needs no person: the read-back is made again when its time has come. */
export type Obstacle = Question | 'settles.too-early';

/** The first thing that stands in the way of applying the proposal at all; null when nothing does. */
export function* obstacleOf(context: Context, proposing: Proposing): Deciding<Obstacle | null> {
  const { attempt, proposal } = proposing;
  for (const following of proposal.following) {
    if ((yield* read('todo', following.todo_id)) !== null) return 'todo.exists';
  }
  const settlement = yield* settlementOf(proposing);
  if (settlement?.kind === 'contradicted') return 'settles.contradicted';
  if (settlement?.kind === 'settles' && tooEarly(context, proposing, settlement.attempt)) {
    return 'settles.too-early';
  }
  const asks = proposal.gate !== null && proposal.gate.attention.evidence.length === 0;
  const kept = asks ? yield* readMany('evidence', { parent_id: attempt.attempt_id }) : [];
  return asks && kept.length === 0 ? 'attention.evidence-missing' : null;
}

/**
 * That a site does not hold what was sent says nothing while it may still arrive: the reading has to have begun when
 * its time was over. That it does hold it may be said at any time. Of one that went silent the admission of the reading has seen to
 * it; the reading of a completion is kept waiting by nobody.
 */
function tooEarly(context: Context, { attempt: reading, proposal }: Proposing, sent: Attempt): boolean {
  if (proposal.settles?.outcome !== 'not_happened' || sent.settle_after === null) return false;
  if (sent.state !== 'outcome_unknown') return !beganQuiet(context, sent, reading);
  return reading.admitted_at < sent.settle_after || isQuiet(context, sent);
}

/** The read-back is open again, and not to be begun before what left must have arrived. */
export function* readAgainLater(context: Context, { todo }: Proposing): Deciding<void> {
  const present = yield* readStored('todo', todo.todo_id);
  const sent =
    todo.reconciles_attempt_id === null ? null : yield* read('attempt', todo.reconciles_attempt_id);
  const not_before = sent?.settle_after ?? null;
  moveTodo(context, present, 'open', { because: 'settles.too-early', not_before, attention: null });
}

/** Whether something counts as finished by the proposal. */
export function finishes({ proposal }: Pick<Proposing, 'proposal'>): boolean {
  return proposal.todo.state === 'done' || proposal.settles !== null || proposal.unblocks !== null;
}

/** The answer to such a proposal: the todo is blocked for a person, and nothing else of it is applied. */
export function* blockForPerson(context: Context, proposing: Proposing, obstacle: Question): Deciding<void> {
  const todo = yield* readStored('todo', proposing.todo.todo_id);
  const patch = { because: obstacle, attention: attentionFor(proposing, obstacle), attempt_id: null };
  if (todo.state === 'blocked') context.work.change('todo', todo, patch);
  else moveTodo(context, todo, 'blocked', patch);
}

function attentionFor({ attempt, proposal }: Proposing, obstacle: Question): AttentionItem {
  const proposed = proposal.todo.attention ?? proposal.gate?.attention ?? proposal.settles?.attention;
  return {
    attempted: attempt.request.write_scope.allowed_actions.slice(0, 20).map((each) => each.slice(0, 200)),
    forbidden: ['go on with anything of this todo by itself'],
    evidence: [],
    takeover: 'Open the site in your own browser, or take over the session.',
    ...proposed,
    question: questions[obstacle],
    next_step: 'human_review',
  };
}
