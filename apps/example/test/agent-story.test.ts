import { describe, expect, it } from 'vitest';
import { demoHere } from './demo-here.ts';
import { verdictOf } from './demo-process.ts';
import { agentPublicationsIn } from './oracle.ts';
import { expectCommandsToWork } from './printed-commands.ts';
import { published } from './story-ends.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { together } from './together.ts';

describe('the story of an agent’s single actions', together, () => {
  /** With a browser it is told by `npm run applications`. */
  it('survives a takeover and publishes once what was approved', async (test) => {
    const state = temporaryFolder(test);
    const end = await demoHere(state, ['--agent', '--mock', '--decide', 'approve']);
    expect(end.errors).toBe('');
    expect(verdictOf(end)).toEqual(published);
    expect(end.output).toContain('refused (screen.readback-due)');
    expect(agentPublicationsIn(state, 'mock')).toHaveLength(1);
  });

  it('publishes nothing that was rejected, however often the agent asks again', async (test) => {
    const state = temporaryFolder(test);
    const end = await demoHere(state, ['--agent', '--mock', '--decide', 'reject']);
    expect(verdictOf(end)).toEqual({
      ...published,
      gate: { revision: 2, status: 'closed' },
      writes_total: 0,
      todo: 'blocked',
    });
    expect(end.output).toContain('Nothing was published, and nothing will be');
    await expectCommandsToWork(state, end.output);
    expect(end.output.match(/refused \(approval\.rejected\)/g)).toHaveLength(2);
    expect(agentPublicationsIn(state, 'mock')).toHaveLength(0);
  });

  it('goes with no other story’s flags', async (test) => {
    const state = temporaryFolder(test);
    for (const flags of [['--modal'], ['--crash', 'after-press'], ['--site', 'wordpress']]) {
      const end = await demoHere(state, ['--agent', '--decide', 'approve', ...flags]);
      expect(end.code).toBe(2);
    }
  });
});
