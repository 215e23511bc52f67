import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKernel, randomIds, systemClock } from '@cux/kernel';
import { openSqliteStore } from '@cux/store-sqlite';

const path = join(await mkdtemp(join(tmpdir(), 'store-')), 'cux.sqlite');
const open = async () =>
  createKernel({
    store: await openSqliteStore({ path }),
    clock: systemClock,
    ids: randomIds,
    capabilities: [],
  });

const kernel = await open();
const context = { workspace: 'main', principal: { kind: 'human', id: 'ann' }, key: 'goal' } as const;
await kernel.execute('create-goal', context, { goal_id: 'q3', mode: 'drafting', owner_id: 'ann', quota: {} });
await kernel.close();

const again = await open();
console.log((await again.goal('main', 'q3'))?.owner_id); // ann
console.log((await again.verifyAudit('main')).ok); // true
await again.close();
