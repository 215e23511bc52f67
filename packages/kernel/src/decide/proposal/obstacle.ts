import type { AttentionItem } from '@cux/contracts';
import { evidenceRowId } from '../../state/entities.ts';
import { type Context, type Deciding, read } from '../deciding.ts';
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
  'proposal.evidence-unregistered':
    'The evidence of this attempt was not kept, so nothing counts as finished by it. See what the site holds, then reopen this todo or cancel it?',
  'settles.contradicted':
    'The read-back says otherwise than what this outcome was settled as before. See what the site holds and put right what follows from it, then cancel this todo?',
} as const;

export type Obstacle = keyof typeof questions;

/** The first thing that stands in the way of applying the proposal at all; null when nothing does. */
export function* obstacleOf(proposing: Proposing): Deciding<Obstacle | null> {
  const { attempt, proposal } = proposing;
  for (const following of proposal.following) {
    if ((yield* read('todo', following.todo_id)) !== null) return 'todo.exists';
  }
  if (finishes(proposing)) {
    for (const digest of proposal.evidence) {
      const kept = yield* read('evidence', evidenceRowId(attempt.attempt_id, digest));
      if (kept === null) return 'proposal.evidence-unregistered';
    }
  }
  const settlement = yield* settlementOf(proposing);
  return settlement?.kind === 'contradicted' ? 'settles.contradicted' : null;
}

/** Whether something counts as finished by the proposal. */
export function finishes({ proposal }: Pick<Proposing, 'proposal'>): boolean {
  return proposal.todo.state === 'done' || proposal.settles !== null || proposal.unblocks !== null;
}

/** The answer to such a proposal: the todo is blocked for a person, and nothing else of it is applied. */
export function* blockForPerson(context: Context, proposing: Proposing, obstacle: Obstacle): Deciding<void> {
  const todo = (yield* read('todo', proposing.todo.todo_id)) ?? proposing.todo;
  const patch = { because: obstacle, attention: attentionFor(proposing, obstacle), attempt_id: null };
  if (todo.state === 'blocked') context.work.change('todo', todo, patch);
  else moveTodo(context, todo, 'blocked', patch);
}

function attentionFor({ attempt, proposal }: Proposing, obstacle: Obstacle): AttentionItem {
  const proposed = proposal.todo.attention ?? proposal.gate?.attention ?? proposal.settles?.attention;
  return {
    attempted: attempt.request.write_scope.allowed_actions.slice(0, 20).map((each) => each.slice(0, 200)),
    forbidden: [],
    evidence: [],
    takeover: 'Open the site in your own browser, or take over the session.',
    ...proposed,
    question: questions[obstacle],
    next_step: 'human_review',
  };
}
