import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { articleOf } from '../src/story/articles.ts';
import { lastNumber } from '../src/story/earlier-items.ts';
import { cuxHere, loadCux } from './cux-in-process.ts';
import { demoHere } from './demo-here.ts';
import { runDemo, verdictOf } from './demo-process.ts';
import { type Mode, publicationsIn } from './oracle.ts';
import { expectCommandsToWork } from './printed-commands.ts';
import { leftNaming } from './processes.ts';
import { expectToStopAtDialog, published, rejected } from './story-ends.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { together } from './together.ts';

const modes: { readonly mode: Mode; readonly flags: readonly string[] }[] = [
  { mode: 'browser', flags: [] },
  { mode: 'mock', flags: ['--mock'] },
];

describe.each(modes)('the story with the $mode', together, ({ mode, flags }) => {
  it('publishes once what was approved', async (test) => {
    const state = temporaryFolder(test);
    const end = await runDemo(state, [...flags, '--decide', 'approve']);
    expect(verdictOf(end)).toEqual(published);
    expect(end.code).toBe(0);
    expect(publicationsIn(state, mode)).toHaveLength(1);
    expect(await leftNaming(state)).toEqual([]);
  });
});

describe('the story with the mock, rejected', together, () => {
  it('publishes nothing that was rejected, the next demo is about another article, and a reopened one is asked again', async (test) => {
    const state = temporaryFolder(test);
    const end = await demoHere(state, ['--mock', '--decide', 'reject']);
    expect(verdictOf(end)).toEqual(rejected);
    expect(end.code).toBe(0);
    expect(end.output).toContain('Nothing was published, and nothing will be');
    expect(end.output).not.toContain('once it is cleared');
    expect(await expectCommandsToWork(state, end.output)).toContain('todo reopen story-1');
    expect(publicationsIn(state, 'mock')).toHaveLength(0);
    const next = await demoHere(state, ['--mock', '--decide', 'approve']);
    expect(next.output).toContain('a new article');
    expect(publicationsIn(state, 'mock').map(({ article }) => article.headline)).toEqual([
      articleOf(2).title,
    ]);
    expect(next.output).toMatch(/ends with this run: .* the next run starts it again/);

    // Whatever was told since, the first one is asked about again once a person wants that.
    const cux = ['--state', join(state, 'newsroom-mock')];
    const reopened = await cuxHere(await loadCux(), [...cux, 'todo', 'reopen', 'story-1'], 'approve');
    expect(reopened).toMatchObject({ code: 0 });
    expect(reopened.output).toMatch(/^Next: .*gate decide /m);
    const again = await demoHere(state, ['--mock', '--decide', 'approve']);
    expect(again.output).toContain('An earlier article was put back to work: story-1 is awaiting_gate');
    expect(verdictOf(again)).toEqual({ ...published, decisions: 2 });
    expect(publicationsIn(state, 'mock').map(({ article }) => article.headline)).toEqual([
      articleOf(2).title,
      articleOf(1).title,
    ]);
  });
});

describe('the number of an article', () => {
  it.for([
    { todos: [], last: 0 },
    { todos: ['story-2', 'story-10', 'sign-in-story-11', 'story-1'], last: 10 },
  ])('goes on after $last of $todos, whichever was told last', async ({ todos, last }) => {
    const kernel = { todos: async () => todos.map((todo_id) => ({ todo_id })) };
    expect(await lastNumber(kernel)).toBe(last);
  });
});

describe('the story with the mock, and a dialog', together, () => {
  it('stops at a dialog that nobody expected, presses nothing in it, and says how to go on', async (test) => {
    await expectToStopAtDialog(temporaryFolder(test), 'mock');
  });
});
