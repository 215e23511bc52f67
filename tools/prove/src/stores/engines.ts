import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropSchema, openTestDatabase, schemaName } from '@cux/store-suite/postgres';
import type { StoreAddress } from './address.ts';

/** Which store a proof runs on. */
export type EngineName = 'SQLite' | 'PostgreSQL';

export const engineNames: readonly EngineName[] = ['SQLite', 'PostgreSQL'];

/** Makes fresh places for stores; all are gone when the work is over. */
export interface Places {
  fresh(): StoreAddress;
}

/** Runs some work with fresh places on one engine: files in a folder of its own, or schemas on a server of its own. */
export function withPlaces<Value>(
  engine: EngineName,
  work: (places: Places) => Promise<Value>,
): Promise<Value> {
  return engine === 'SQLite' ? withFolder(work) : withServer(work);
}

async function withFolder<Value>(work: (places: Places) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'cux-prove-'));
  let made = 0;
  try {
    return await work({
      fresh: () => {
        made += 1;
        return { kind: 'sqlite', path: join(folder, `store-${made}.db`) };
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withServer<Value>(work: (places: Places) => Promise<Value>): Promise<Value> {
  const { url, end } = await openTestDatabase();
  const schemas: string[] = [];
  try {
    return await work({
      fresh: () => {
        const schema = schemaName();
        schemas.push(schema);
        return { kind: 'postgres', url, schema };
      },
    });
  } finally {
    for (const schema of schemas) await dropSchema(url, schema);
    await end();
  }
}
