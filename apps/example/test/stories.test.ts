import { describe, expect, it } from 'vitest';
import { articleOf } from '../src/story/articles.ts';
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
  it('publishes nothing that was rejected, and the next demo is about another article', async (test) => {
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
  });
});

describe('the story with the mock, and a dialog', together, () => {
  it('stops at a dialog that nobody expected, presses nothing in it, and says how to go on', async (test) => {
    await expectToStopAtDialog(temporaryFolder(test), 'mock');
  });
});
