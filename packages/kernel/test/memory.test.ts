import { describe, expect, it } from 'vitest';
import type { Store } from '../src/index.ts';
import { Memory } from '../src/shell/memory.ts';
import { people, Story } from '../src/store-suite/index.ts';
import { memoryStore } from './support/memory-store.ts';
import { everyRow } from './support/refusal-row.ts';

/** Everything that a store keeps of a story, as one text. */
async function contents(store: Store, workspace: string): Promise<string> {
  const log = [await store.events(workspace, 0, 10_000), await store.links(workspace, 0, 10_000)];
  return JSON.stringify([
    await everyRow(store, workspace),
    log,
    await store.answers(workspace, null, 10_000),
    await store.highestTime(workspace),
  ]);
}

/** A store that is another one each time it is asked, so that nobody rests on what they remember. */
function everNew(store: Store): Store {
  let incarnation = 0;
  const next = (): number => {
    incarnation += 1;
    return incarnation;
  };
  return { ...store, incarnation: next };
}

/** How often each kind of row was asked for by its name. */
function counting(store: Store): { readonly store: Store; readonly asked: string[] } {
  const asked: string[] = [];
  const get: Store['get'] = (workspace, kind, id) => {
    asked.push(`${kind} ${id}`);
    return store.get(workspace, kind, id);
  };
  return { store: { ...store, get }, asked };
}

describe('a decision on what the process remembers', () => {
  it('stores, byte for byte, what one on what is stored does', async () => {
    const [remembering, asking] = [memoryStore(), memoryStore()];
    for (const story of [new Story(remembering), new Story(everNew(asking))]) {
      await story.begin();
      const first = await story.publish();
      await story.readBack(first.readBack, first.attempt, 'not_happened');
      await story.decide(await story.gateOf('todo-article-1'), 'reject');
      await story.begin('article-2');
      const second = await story.publish('article-2');
      await story.readBack(second.readBack, second.attempt);
      expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
    }
    expect(await contents(remembering, 'newsdesk')).toBe(await contents(asking, 'newsdesk'));
  });

  it('asks for no row twice', async () => {
    const { store, asked } = counting(memoryStore());
    const story = new Story(store);
    await story.begin();
    asked.length = 0;
    for (const paused of [true, false, true]) {
      await story.must('pause-goal', { goal_id: 'goal-1', paused }, people.owner);
    }
    expect(asked).toEqual([]);
  });

  it('tells no refusal that rests on what another process has changed since', async () => {
    const disk = memoryStore();
    const story = new Story(disk);
    await story.begin();
    await story.must('pause-goal', { goal_id: 'goal-1', paused: true }, people.owner);
    const other = new Story(disk, { series: 1 });
    await other.must('pause-goal', { goal_id: 'goal-1', paused: false }, people.owner);
    const input = await story.admission('todo-article-1', 'draft');
    expect(await story.send('admit-attempt', input)).toMatchObject({ kind: 'accepted' });
  });

  it('stores nothing that rests on what another process has changed since', async () => {
    const disk = memoryStore();
    const story = new Story(disk);
    await story.begin();
    const input = await story.admission('todo-article-1', 'draft');
    const other = new Story(disk, { series: 1 });
    await other.must('pause-goal', { goal_id: 'goal-1', paused: true }, people.owner);
    expect(await story.send('admit-attempt', input)).toMatchObject({ rule: 'goal.not-active' });
    expect(await disk.list(story.workspace, 'attempt')).toEqual([]);
  });

  it('answers a key as it was answered, also where the command would be accepted again', async () => {
    const disk = memoryStore();
    const story = new Story(disk);
    await story.begin();
    const pause = { goal_id: 'goal-1', paused: true };
    const first = await story.send('pause-goal', pause, people.owner, 'k');
    await story.must('pause-goal', { goal_id: 'goal-1', paused: false }, people.owner);
    expect(await story.send('pause-goal', pause, people.owner, 'k')).toEqual({ ...first, replayed: true });
    expect((await story.kernel.goal(story.workspace, 'goal-1'))?.state).toBe('active');
  });

  it('answers a key as it was answered, whatever has become of its rows', async () => {
    const disk = memoryStore();
    const story = new Story(disk);
    await story.begin();
    const pause = { goal_id: 'goal-1', paused: true };
    const first = await story.send('pause-goal', pause, people.owner, 'k');
    const broken: Store = {
      ...disk,
      get: async (workspace, kind, id) => {
        const row = await disk.get(workspace, kind, id);
        return row === null || kind !== 'goal' ? row : { ...row, body: '[]' };
      },
    };
    const later = new Story(broken, { series: 1 });
    expect(await later.send('pause-goal', pause, people.owner, 'k')).toEqual({ ...first, replayed: true });
    await expect(later.send('pause-goal', pause, people.owner, 'l')).rejects.toMatchObject({
      code: 'row_unreadable',
    });
  });
});

describe('a command that was sent', () => {
  it('is what it was, whatever its sender does with it meanwhile', async () => {
    const disk = memoryStore();
    const story = new Story(disk);
    await story.begin();
    const input = await story.admission('todo-article-1', 'draft');
    const before = structuredClone(input);
    const principal = { ...people.operator };
    const sent = story.kernel.execute(
      'admit-attempt',
      { workspace: story.workspace, principal, key: 'k' },
      input,
    );
    input.request.fill(0);
    Object.assign(principal, people.owner);
    Object.assign(input, { process_id: 'another', provenance: [] });
    expect(await sent).toMatchObject({ kind: 'accepted' });
    const [attempt] = await story.kernel.attempts(story.workspace);
    expect(attempt?.process_id).toBe(before.process_id);
    expect(attempt?.provenance).toEqual(expect.arrayContaining([...before.provenance]));
    expect(await story.send('admit-attempt', before, people.operator, 'k')).toMatchObject({ replayed: true });
  });
});

describe('what is remembered', () => {
  const row = (revision: number) => ({ revision, entity: null });

  it('is bounded, and is what was asked for last', () => {
    const memory = new Memory();
    for (let nth = 0; nth < 5_000; nth += 1) {
      memory.keep('w', 'todo', `todo-${nth}`, row(1));
      expect(memory.recall('w', 'todo', 'todo-0')).toEqual(row(1));
    }
    const kept = Array.from({ length: 5_000 }, (_, nth) => memory.recall('w', 'todo', `todo-${nth}`));
    expect(kept.filter((each) => each !== undefined).length).toBeLessThanOrEqual(2_049);
    expect(memory.recall('w', 'todo', 'todo-4999')).toEqual(row(1));
  });

  it('is of one workspace and kind, and never goes back', () => {
    const memory = new Memory();
    memory.keep('w', 'todo', 'a', row(3));
    memory.keep('w', 'todo', 'a', row(2));
    expect(memory.recall('w', 'todo', 'a')).toEqual(row(3));
    expect(memory.recall('v', 'todo', 'a')).toBeUndefined();
    expect(memory.recall('w', 'goal', 'a')).toBeUndefined();
    memory.forget('w', [{ kind: 'todo', id: 'a' }]);
    expect(memory.recall('w', 'todo', 'a')).toBeUndefined();
  });

  it('is not rested on for a while where another process is at work, and not at all in another store', () => {
    const memory = new Memory();
    expect(memory.isTrusted('w', 0)).toBe(true);
    memory.forget('w', []);
    const answers = Array.from({ length: 65 }, () => memory.isTrusted('w', 0));
    expect(answers.filter((each) => !each).length).toBe(64);
    expect(answers.at(-1)).toBe(true);
    memory.keep('w', 'todo', 'a', row(1));
    expect(memory.isTrusted('w', 1)).toBe(true);
    expect(memory.recall('w', 'todo', 'a')).toBeUndefined();
  });
});
