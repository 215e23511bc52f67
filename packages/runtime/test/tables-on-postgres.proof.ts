// The tables of single actions on PostgreSQL, with the mock provider: the ladder, approvals, takeovers.
import { openPostgresStore } from '@cux/store-postgres';
import { openTestDatabase, schemaName, type TestDatabase } from '@cux/store-suite/postgres';
import { afterAll, beforeAll, describe } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { breaks, forbidding } from './support/ladder-table.ts';
import { restartsLast, tablesInOneWorld } from './support/tables-in-one-world.ts';
import { races } from './support/takeover-races.ts';

describe('on PostgreSQL and the mock provider', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.end());
  tablesInOneWorld({
    open: async () => {
      const schema = schemaName(database.prefix);
      const store = await openPostgresStore({ url: database.url, schema });
      return AgentWorld.open({ store, rule: forbidding });
    },
    close: async (world) => {
      await world.close();
      await world.store.close();
    },
    breaks,
    cells: restartsLast,
    races,
  });
});
