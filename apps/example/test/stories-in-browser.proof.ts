import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoryVerdict } from '../src/story/verdict.ts';
import { demoHere } from './demo-here.ts';
import { verdictOf } from './demo-process.ts';
import { published } from './interrupted-story.ts';
import { publicationsIn } from './oracle.ts';
import { expectCommandsToWork } from './printed-commands.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { together } from './together.ts';

const rejected: StoryVerdict = {
  ...published,
  gate: { revision: 2, status: 'closed' },
  writes_total: 0,
  todo: 'blocked',
};

describe('the story with the browser, and a dialog', together, () => {
  it('stops at a dialog that nobody expected, presses nothing in it, and says how to go on', async (test) => {
    const state = temporaryFolder(test);
    const end = await demoHere(state, ['--modal']);
    expect(verdictOf(end)).toEqual({
      ...published,
      stop_reason: 'blocked_by_unknown_modal',
      gate: null,
      decisions: 0,
      writes_total: 0,
      todo: 'blocked',
    });
    expect(end.code).toBe(0);
    expect(await expectCommandsToWork(state, end.output)).toEqual(
      expect.arrayContaining(['todo show story-1', 'todo reopen story-1', 'todo cancel story-1']),
    );
    expect(publicationsIn(state, 'browser')).toHaveLength(0);
  });
});

describe('what the demo leaves on disk', together, () => {
  it('is for its user alone, with evidence that a person can open', async (test) => {
    const state = join(temporaryFolder(test), 'state');
    const end = await demoHere(state, ['--decide', 'reject']);
    expect(end.code).toBe(0);
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, 'lock.sqlite')).mode & 0o777).toBe(0o600);
    const evidence = join(state, 'newsroom', 'evidence');
    const pictures = (await readdir(evidence)).filter((name) => name.endsWith('.png'));
    expect(pictures).toHaveLength(1);
    const picture = join(evidence, pictures[0] ?? '');
    expect(statSync(picture).mode & 0o777).toBe(0o600);
    expect(end.output).toContain(picture);
    expect(verdictOf(end)).toEqual(rejected);
    expect(publicationsIn(state, 'browser')).toHaveLength(0);
  });
});
