import { afterEach, describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { cells, play } from './support/approval-table.ts';
import { workspace } from './support/people.ts';

let world: AgentWorld;
afterEach(() => world.close());

// The same table on PostgreSQL and in a browser: `tables-on-postgres.proof.ts`, `tables-in-a-browser.proof.ts`.
describe('an approval of one action, on SQLite and the mock provider', () => {
  it.each(cells)('$stage, $turn → $answer, $gate, $writes written', async (cell) => {
    world = await AgentWorld.open();
    await play(world, cell);
    expect((await world.kernel.verifyAudit(workspace)).ok).toBe(true);
    expect(world.guards.length).toBeGreaterThan(0);
  });
});
