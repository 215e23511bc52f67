import type { Store } from '@cux/kernel';
import { openPostgresStore } from '@cux/store-postgres';
import { openSqliteStore } from '@cux/store-sqlite';
import { runSql } from '@cux/store-suite/postgres';
import { rawOverSql } from '../oracle/raw-over-sql.ts';
import { openForReading, rawOverSqlite } from '../oracle/raw-over-sqlite.ts';
import type { RawStore } from '../oracle/raw-store.ts';

/** Where a store is; it can be handed to another process. */
export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema: string };

export function openStore(address: StoreAddress): Promise<Store> {
  return address.kind === 'sqlite'
    ? openSqliteStore({ path: address.path })
    : openPostgresStore({ url: address.url, schema: address.schema });
}

/** Lets the oracle look at a workspace by plain SQL, past the store. */
export async function lookAt<Value>(
  address: StoreAddress,
  workspace: string,
  look: (raw: RawStore) => Promise<Value>,
): Promise<Value> {
  if (address.kind === 'postgres') {
    const ask = <Row>(sql: string, values: unknown[]) =>
      runSql<Row>(address.url, sql.replaceAll('$schema', `"${address.schema}"`), values);
    return look(rawOverSql(ask, workspace));
  }
  const database = openForReading(address.path);
  try {
    return await look(rawOverSqlite(database, workspace));
  } finally {
    database.close();
  }
}
