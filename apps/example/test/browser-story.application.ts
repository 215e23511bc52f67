import { describe, expect, it } from 'vitest';
import { demoHere } from './demo-here.ts';
import { runDemo, verdictOf } from './demo-process.ts';
import { interrupt } from './interrupted-story.ts';
import { agentPublicationsIn, publicationsIn } from './oracle.ts';
import { leftNaming } from './processes.ts';
import { published } from './story-ends.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { together } from './together.ts';

describe('the story with the browser, interrupted and killed twice', together, () => {
  it('goes on after a Ctrl-C, asks again when it was killed before the press, and finds out what happened after it', async (test) => {
    const state = temporaryFolder(test);
    await interrupt(state, 'browser', [], 'playwright starts');
    for (const { crash, writes } of [
      { crash: 'before-press', writes: 0 },
      { crash: 'after-press', writes: 1 },
    ]) {
      const killed = await runDemo(state, ['--decide', 'approve', '--crash', crash]);
      expect(killed.signal).toBe('SIGKILL');
      expect(await leftNaming(state)).toEqual([]);
      expect(publicationsIn(state, 'browser')).toHaveLength(writes);
    }
    const end = await runDemo(state, ['--decide', 'approve']);
    expect(verdictOf(end)).toEqual({ ...published, decisions: 2 });
    expect(end.code).toBe(0);
    expect(publicationsIn(state, 'browser')).toHaveLength(1);
  });
});

describe('the story of an agent’s single actions, with the browser', () => {
  it('survives a takeover and publishes once what was approved', async (test) => {
    const state = temporaryFolder(test);
    const end = await demoHere(state, ['--agent', '--decide', 'approve']);
    expect(end.errors).toBe('');
    expect(verdictOf(end)).toEqual(published);
    expect(end.output).toContain('refused (screen.readback-due)');
    expect(agentPublicationsIn(state, 'browser')).toHaveLength(1);
  });
});
