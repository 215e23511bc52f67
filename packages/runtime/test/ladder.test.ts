import { describe, expect, it } from 'vitest';
import { ladder } from '../src/index.ts';
import { AgentWorld } from './support/agent-world.ts';
import { breaks, forbidding, playBreak } from './support/ladder-table.ts';

describe('the ladder', () => {
  it('has its rungs in this order', () => {
    expect(ladder.map(({ id }) => id)).toEqual([
      'principal',
      'idempotency',
      'session',
      'pair',
      'lifecycle',
      'generation',
      'attempt',
      'control',
      'observation',
      'reference',
      'budget',
      'policy',
      'approval',
    ]);
  });

  it('has a break for every rung but the last, which asks a person', () => {
    const rungs = ladder.map(({ id }) => id).slice(0, -1);
    expect([...new Set(breaks.map(({ rung }) => rung))]).toEqual(rungs);
  });
});

// The same table on PostgreSQL and in a browser: `tables-on-postgres.proof.ts`, `tables-in-a-browser.proof.ts`.
describe('the ladder, on SQLite and the mock provider', () => {
  it.each(breaks)('$rung: $because → $rule alone, before anybody is contacted', async (row) => {
    const world = await AgentWorld.open({ rule: forbidding });
    try {
      await world.begin();
      await playBreak(world, row);
    } finally {
      await world.close();
    }
  });
});
