import { describe, expect, it } from 'vitest';
import type { Store } from '../src/index.ts';
import { people, Story } from '../src/store-suite/index.ts';
import { memoryStore } from './support/memory-store.ts';

/** A store in which something happens once, right after a certain row was read. */
function interrupted(inner: Store, kind: string, happens: () => Promise<void>): Store {
  let over = false;
  return {
    ...inner,
    get: async (workspace, each, id) => {
      const row = await inner.get(workspace, each, id);
      if (each === kind && !over) {
        over = true;
        await happens();
      }
      return row;
    },
  };
}

describe('a command whose rows another process moves between two reads', () => {
  it('is decided again, whatever the rows together would have come to', async () => {
    const inner = memoryStore();
    const story = new Story(inner);
    await story.begin();
    const attempt = await story.run('todo-article-1', 'draft');
    await story.report(attempt, 'drafted');
    const proposal = await story.asking('todo-article-1', 'article-1');
    const input = { attempt_id: attempt.attempt_id, proposal };
    // The attempt is read as reported; by the time its todo is read, that one is cancelled.
    const store = interrupted(inner, 'attempt', async () => {
      await story.must('cancel-todo', { todo_id: 'todo-article-1' }, people.owner);
    });
    const other = new Story(store, { series: 1, clock: story.clock });
    expect(await other.send('settle-attempt', input, people.capability)).toMatchObject({
      kind: 'refused',
      rule: 'attempt.wrong-state',
    });
    expect((await story.todo('todo-article-1')).state).toBe('cancelled');
  });
});
