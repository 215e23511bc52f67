import type { ProposedTransition } from '@cux/contracts';
import type { Attempt } from '@cux/kernel';
import { records, type Story } from '@cux/kernel/store-suite';
import type { World } from './world.ts';

const { evidenceDigest, proposalFor } = records;
const shown = records.attention('Look at the article on the site: what happened to it?');

/** What an honest reducer of a small publishing capability proposes; null where there is nothing to propose. */
export async function reduce(
  story: Story,
  world: World,
  attempt: Attempt,
): Promise<ProposedTransition | null> {
  const todo = await story.todo(attempt.todo_id);
  const article = todo.record_id ?? '';
  if (attempt.permit_id !== null) return story.readingBack(attempt, article);
  if (attempt.request.action_unit === 'inspect_screen') return readBack(story, world, attempt);
  if (attempt.receipt?.stop_reason === 'stopped_at_gate') return story.asking(todo.todo_id, article, 600_000);
  return attempt.fence % 2 === 0
    ? proposalFor({ state: 'open' })
    : proposalFor({ state: 'blocked', attention: shown });
}

async function readBack(story: Story, world: World, reading: Attempt): Promise<ProposedTransition | null> {
  const todo = await story.todo(reading.todo_id);
  const seen = world.readings.get(reading.attempt_id);
  if (reading.receipt?.stop_reason !== 'completed' || seen === undefined)
    return proposalFor({ state: 'open' });
  if (todo.reconciles_attempt_id === null)
    return proposalFor({ state: 'done' }, { evidence: [evidenceDigest] });
  const about = await story.attempt(todo.reconciles_attempt_id);
  const { gate } = await story.asking(about.todo_id, todo.record_id ?? '', 600_000);
  return proposalFor(
    { state: 'done' },
    {
      evidence: [evidenceDigest],
      gate: seen ? null : gate,
      settles: {
        attempt_id: about.attempt_id,
        outcome: seen ? 'happened' : 'not_happened',
        todo_state: seen ? 'done' : 'awaiting_gate',
        attention: null,
      },
    },
  );
}
