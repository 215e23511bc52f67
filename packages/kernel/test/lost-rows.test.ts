import { describe, expect, it } from 'vitest';
import type { RowKind, Store } from '../src/index.ts';
import { actions, Story } from '../src/store-suite/index.ts';
import { memoryStore } from './support/memory-store.ts';
import { everyRow } from './support/refusal-row.ts';

/** A store that has lost every row of a kind. */
function without(lost: RowKind, store: Store): Store {
  return {
    ...store,
    get: async (workspace, kind, id) => (kind === lost ? null : store.get(workspace, kind, id)),
  };
}

const rows: readonly { readonly lost: RowKind; readonly because: string }[] = [
  { lost: 'goal', because: 'nobody knows whether its work may go on' },
  { lost: 'todo', because: 'nobody knows whether it was cancelled' },
  { lost: 'session', because: 'nobody knows on whose Screen it is' },
  { lost: 'computer', because: 'nobody knows on which Screen it is' },
  { lost: 'screen', because: 'nobody knows whether a person has taken it' },
];

describe('a commit that rests on a row which the store has lost', () => {
  it.each(rows)('is a fault that names the lost $lost, since $because', async ({ lost }) => {
    const disk = memoryStore();
    const story = new Story(disk);
    await story.begin();
    const work = await actions.atWork(story);
    const gate = await actions.askedFor(story, work);
    await story.decide(gate);
    if (!('record_id' in gate.subject)) throw new Error('an approval of an action is about an item');
    const attempt = await actions.runIn(story, work.session_id, 'external_write', { subject: gate.subject });
    const subject_digest = attempt.subject_digest ?? '';
    await story.must('prepare-attempt', { ...actions.held(attempt), subject_digest });
    const before = await everyRow(disk, story.workspace);

    const broken = new Story(without(lost, disk), { series: 1, clock: story.clock });
    const commit = broken.send('commit-attempt', story.commitInput(attempt));
    await expect(commit).rejects.toMatchObject({
      name: 'KernelFault',
      code: 'row_unreadable',
      row: { kind: lost },
    });
    expect(await everyRow(disk, story.workspace)).toEqual(before);
    // Nothing but the lost row stood in its way.
    await story.must('commit-attempt', story.commitInput(attempt));
  });
});
