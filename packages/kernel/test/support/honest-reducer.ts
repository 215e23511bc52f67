import type { ProposedTransition } from '@cux/contracts';
import type { Attempt } from '../../src/index.ts';
import { people, records, type Story } from '../../src/store-suite/index.ts';
import { signedInProposal, signInProposal, standingGate } from './enrolment.ts';

const { evidenceDigest, proposalFor } = records;
const shown = records.attention('Look at the article on the site: what happened?');

/**
 * What an honest reducer of a small publishing capability proposes: it sees the todo, its record, and what the attempt
 * came to, and nothing of other todos, other gates, or what is said meanwhile.
 */
export async function honestProposal(
  story: Story,
  attempt: Attempt,
  outcome: 'happened' | 'not_happened',
): Promise<ProposedTransition> {
  const todo = await story.todo(attempt.todo_id);
  const article = todo.record_id ?? 'article-1';
  if (attempt.permit_id !== null) {
    if (attempt.state === 'reported' && attempt.fence % 3 === 0) {
      return proposalFor({ state: 'blocked', attention: shown });
    }
    return story.readingBack(attempt, article);
  }
  switch (attempt.request.action_unit) {
    case 'inspect_screen':
      return readBackProposal(story, attempt, outcome);
    case 'enrol_stored_session':
      if (attempt.receipt?.stop_reason === 'completed') {
        return signedInProposal(todo.todo_id.replace(/-enrol-.*$/, ''));
      }
      return {
        ...proposalFor({ state: 'awaiting_gate', attention: shown }),
        gate: standingGate(todo.todo_id),
      };
    default:
      if (attempt.receipt?.stop_reason === 'stopped_at_gate') return story.asking(todo.todo_id, article);
      if (attempt.fence % 2 === 0) return proposalFor({ state: 'open' });
      return signInProposal(`${todo.todo_id}-enrol-${attempt.fence}`, todo.record_id);
  }
}

async function readBackProposal(
  story: Story,
  reading: Attempt,
  outcome: 'happened' | 'not_happened',
): Promise<ProposedTransition> {
  const todo = await story.todo(reading.todo_id);
  if (reading.receipt?.stop_reason !== 'completed') return proposalFor({ state: 'open' });
  if (todo.reconciles_attempt_id === null)
    return proposalFor({ state: 'done' }, { evidence: [evidenceDigest] });
  const attempt = await story.attempt(todo.reconciles_attempt_id);
  const asking = await story.asking(attempt.todo_id, todo.record_id ?? 'article-1');
  return proposalFor(
    { state: 'done' },
    {
      evidence: [evidenceDigest],
      gate: outcome === 'happened' ? null : asking.gate,
      settles: {
        attempt_id: attempt.attempt_id,
        outcome,
        todo_state: outcome === 'happened' ? 'done' : 'awaiting_gate',
        attention: null,
      },
    },
  );
}

/** Runs the reducer on what is stored, and sends its proposal. */
export async function reduceHonestly(
  story: Story,
  attemptId: string,
  outcome: 'happened' | 'not_happened',
): Promise<{ readonly kind: string; readonly rule?: string }> {
  const attempt = await story.attempt(attemptId);
  const proposal = await honestProposal(story, attempt, outcome);
  return story.send('settle-attempt', { attempt_id: attemptId, proposal }, people.capability);
}
