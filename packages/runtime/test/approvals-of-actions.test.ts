import { openPostgresStore } from '@cux/store-postgres';
import { openSqliteStore } from '@cux/store-sqlite';
import { openTestDatabase, schemaName, type TestDatabase } from '@cux/store-suite/postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { cells, play } from './support/approval-table.ts';

let world: AgentWorld;
afterEach(() => world.close());

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.end());

const stores = {
  SQLite: () => openSqliteStore({ path: ':memory:' }),
  PostgreSQL: () => openPostgresStore({ url: database.url, schema: schemaName(database.prefix) }),
} as const;

describe.each(Object.keys(stores) as (keyof typeof stores)[])('an approval of one action, on %s', (name) => {
  it.each(cells)('$stage, $turn → $answer, $gate, $writes written', async (cell) => {
    const store = await stores[name]();
    world = await AgentWorld.open({ store });
    try {
      await play(world, cell);
    } finally {
      await world.close();
      await store.close();
    }
    expect(world.guards.length).toBeGreaterThan(0);
  });
});
