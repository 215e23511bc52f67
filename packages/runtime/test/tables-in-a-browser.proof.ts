// The whole tables of single actions in Chromium, on both stores.
import { openPostgresStore } from '@cux/store-postgres';
import { openSqliteStore } from '@cux/store-sqlite';
import { openTestDatabase, schemaName, type TestDatabase } from '@cux/store-suite/postgres';
import { afterAll, beforeAll, describe } from 'vitest';
import { closeWhole, openInBrowser } from './support/browser-world.ts';
import { breaks } from './support/ladder-table.ts';
import { restartsLast, tablesInOneWorld } from './support/tables-in-one-world.ts';
import { races } from './support/takeover-races.ts';

const whole = { close: closeWhole, breaks, cells: restartsLast, races };

describe('in one browser, on SQLite', () => {
  tablesInOneWorld({
    ...whole,
    open: async () => openInBrowser(await openSqliteStore({ path: ':memory:' })),
  });
});

describe('in one browser, on PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.end());
  tablesInOneWorld({
    ...whole,
    open: async () => {
      const schema = schemaName(database.prefix);
      return openInBrowser(await openPostgresStore({ url: database.url, schema }));
    },
  });
});
