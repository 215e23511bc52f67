import { statSync } from 'node:fs';
import type { CopyOutcome, Store, WorkspaceCopy } from '@cux/kernel';
import { copyIntoSqlite, migrateSqliteStore, openSqliteStore } from '@cux/store-sqlite';
import { CliFault } from '../cli-fault.ts';

/** Where a store is: whatever it is on, what can be done with it is the same. */
export interface StorePlace {
  readonly kind: 'sqlite' | 'postgres';
  open(): Promise<Store>;
  /** Brings its tables up to date; answers from which version to which. */
  migrate(): Promise<{ readonly from: number; readonly to: number }>;
  /** Takes a workspace over, whole or not at all. */
  take(copy: WorkspaceCopy): Promise<CopyOutcome>;
}

/**
 * Reads how a person names a store: the URL of a PostgreSQL database, or the path of a SQLite file. Nothing of it may
 * be shown: a URL may hold a password.
 */
export function storePlace(named: string): StorePlace {
  if (/^postgres(ql)?:/.test(named)) return postgresPlace(named);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named)) {
    throw new CliFault('usage', 'A store is named by the path of a SQLite file or by a postgres:// URL.');
  }
  return sqlitePlace(named);
}

export function sqlitePlace(path: string): StorePlace {
  return {
    kind: 'sqlite',
    open: () => openSqliteStore({ path }),
    migrate: () => migrateSqliteStore({ path }),
    take: (copy) => copyIntoSqlite({ path }, copy),
  };
}

/** The same, of a store that has to be there: a file is not made where there is none. */
export function existingStorePlace(named: string): StorePlace {
  const place = storePlace(named);
  if (place.kind === 'sqlite' && statSync(named, { throwIfNoEntry: false }) === undefined) {
    throw new CliFault(
      'state_missing',
      'There is no store file where --store or CUX_STORE names one: check the path.',
    );
  }
  return place;
}

/** Loaded only where it is used. */
function postgresPlace(url: string): StorePlace {
  const postgres = () => import('@cux/store-postgres');
  return {
    kind: 'postgres',
    open: async () => (await postgres()).openPostgresStore({ url }),
    migrate: async () => (await postgres()).migratePostgresStore({ url }),
    take: async (copy) => (await postgres()).copyIntoPostgres({ url }, copy),
  };
}
