import { createKernel, randomIds, systemClock } from '@cux/kernel';
import { openPostgresStore } from '@cux/store-postgres';

const url = process.env.DATABASE_URL ?? 'postgres://cux@127.0.0.1:5432/cux';
const kernel = createKernel({
  // The first open makes the schema; `migratePostgresStore` brings an older one up to date.
  store: await openPostgresStore({ url, schema: 'cux' }),
  clock: systemClock,
  ids: randomIds,
  capabilities: [],
});

const context = { workspace: 'main', principal: { kind: 'human', id: 'ann' }, key: 'goal' } as const;
await kernel.execute('create-goal', context, { goal_id: 'q3', mode: 'drafting', owner_id: 'ann', quota: {} });
console.log((await kernel.goal('main', 'q3'))?.owner_id);
await kernel.close();
