import type { FollowingTodo, ProposedTransition } from '@cux/contracts';
import { type ItemEvent, itemStateSchema } from '../item/item-machine.ts';
import { followingId } from './following-id.ts';
import { attention, siteOf, title } from './questions.ts';
import { proposal, recordAfter, type Situation } from './situation.ts';

/** Whatever was sent, the site's own store is asked; nothing is tried again until it has answered. */
export function readBack(situation: Situation): ProposedTransition {
  const { todo, report, record } = situation.input;
  const readBackId = followingId(todo.todo_id, 'read-back', report.attempt_id);
  const following: FollowingTodo = {
    todo_id: readBackId,
    action_unit: 'inspect_screen',
    state: 'open',
    record_id: record?.record_id ?? null,
    reconciles_attempt_id: report.attempt_id,
    attention: null,
  };
  const seen = situation.ending === 'pressed';
  return proposal(situation, {
    todo: {
      state: 'reconciling',
      successor: readBackId,
      attention: attention(situation, question(situation, seen), { next: 'agent_todo' }),
    },
    following: [following],
    // What is not known moves no item: the read-back does.
    record: seen ? recordAfter(situation, eventsTo(situation, 'published'), { failures: 0 }) : null,
  });
}

/** What leads from the item's present state to `published` or `readback_verified`. */
export function eventsTo(
  { input }: Situation,
  goal: 'published' | 'readback_verified',
): readonly ItemEvent[] {
  const before: Partial<Record<string, readonly ItemEvent[]>> = {
    review_ready: ['approve', 'publish'],
    approved: ['publish'],
  };
  const state = itemStateSchema.safeParse(input.record?.state);
  const out = state.success ? (before[state.data] ?? []) : [];
  return goal === 'published' ? out : [...out, 'verify'];
}

function question(situation: Situation, seen: boolean): string {
  const about = `${title(situation)} on ${siteOf(situation)}`;
  return seen
    ? `Did ${about} go out as approved? The site’s own store is read next; there is nothing to decide now.`
    : `Did ${about} go out? It is not known, so nothing is tried again; the site’s own store is read next.`;
}
