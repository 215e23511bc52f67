import { describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { workspace } from './support/people.ts';
import { playRace, races } from './support/takeover-races.ts';

// The same table on PostgreSQL and in a browser: `tables-on-postgres.proof.ts`, `tables-in-a-browser.proof.ts`.
describe('a person takes a Screen over, on SQLite and the mock provider', () => {
  it.each(races)('while $meanwhile: $comesTo', async (race) => {
    const world = await AgentWorld.open();
    try {
      await playRace(world, race, 'task-race');
      expect((await world.kernel.verifyAudit(workspace)).ok).toBe(true);
      expect(world.guards.length).toBeGreaterThan(0);
    } finally {
      await world.close();
    }
  });
});
