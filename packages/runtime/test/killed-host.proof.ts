// Every moment at which a host is killed, on both stores and with both providers.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMockProvider } from '@cux/provider-mock';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { openTestDatabase, schemaName, type TestDatabase } from '@cux/store-suite/postgres';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type DeskSite, deskFixture, deskPage, startDeskSite } from './support/desk-site.ts';
import type { StoreAddress } from './support/killed-host.ts';
import { killedRows, playKilled } from './support/killed-host-table.ts';

let folder: string;
let site: DeskSite;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cux-killed-store-'));
  site = await startDeskSite(deskPage);
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.end();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const addresses: Readonly<Record<string, () => StoreAddress>> = {
  SQLite: () => ({ kind: 'sqlite', path: join(folder, `${schemaName()}.sqlite`) }),
  PostgreSQL: () => ({ kind: 'postgres', url: database.url, schema: schemaName(database.prefix) }),
};
const providers = {
  mock: () => createMockProvider({ fixture: deskFixture(site.origin) }),
  playwright: () => createPlaywrightProvider(),
} as const;

const places = Object.keys(addresses).flatMap((store) =>
  (['mock', 'playwright'] as const).map((provider) => ({ store, provider })),
);

describe.each(places)(
  'a host that is killed, on $store and the provider $provider',
  ({ store, provider }) => {
    it.each(killedRows)('when $when: the same key is answered $after, its todo is $todo', async (row) => {
      const address = addresses[store]?.();
      if (address === undefined) throw new Error('there is no such store');
      await playKilled(row, { site, address, provider: { name: provider, port: providers[provider]() } });
    });
  },
);
