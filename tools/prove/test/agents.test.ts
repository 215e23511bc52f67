import { describe, expect, it } from 'vitest';
import { playAgents } from '../src/agents/play.ts';
import { makeAgentsSetup } from '../src/agents/setup.ts';
import { agents } from '../src/proofs/agents.ts';
import { agentsCrashes } from '../src/proofs/agents-crashes.ts';

describe('agents, in a world where everything goes wrong', () => {
  it('break no law in any seed of the share', async () => {
    const { violations, faults } = await agents.run('share');
    expect(violations).toEqual([]);
    // A world in which nothing goes wrong proves nothing.
    expect(Object.keys(faults).length).toBeGreaterThanOrEqual(10);
  });

  it('play the same when a seed is played again, and otherwise for another seed', async () => {
    const setup = await makeAgentsSetup();
    const play = async (seed: number) => (await playAgents({ seed, operations: 120, setup })).hash;
    const first = await play(7);
    expect(await play(7)).toBe(first);
    expect(await play(8)).not.toBe(first);
  });
});

it('an agent’s article comes out once, whichever storage call its host dies at', async () => {
  expect(await agentsCrashes.run('share')).toMatchObject({ violations: [] });
});
