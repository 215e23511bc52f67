import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CopyPlace, Store } from '@cux/kernel';
import { copyIntoSqlite, migrateSqliteStore, openSqliteStore, type StoreOptions } from '@cux/store-sqlite';
import { CliFault } from '../cli-fault.ts';

/** Where a store is: whatever it is on, what can be done with it is the same. */
export interface StorePlace extends CopyPlace {
  readonly kind: 'sqlite' | 'postgres';
  /** Opens it; a command that others wait for meanwhile leaves writing to a thread, where the store has one. */
  open(writer?: StoreOptions['writer']): Promise<Store>;
  /** Brings its tables up to date; answers from which version to which. */
  migrate(): Promise<{ readonly from: number; readonly to: number }>;
}

/**
 * Reads how a person names a store: the URL of a PostgreSQL database, or the path of a SQLite file. Nothing of it may
 * be shown: a URL may hold a password.
 */
export function storePlace(named: string): StorePlace {
  if (/^postgres(ql)?:/.test(named)) return postgresPlace(named);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named) || /^[^/\\]*:[^/\\]*@/.test(named)) {
    throw new CliFault('usage', 'A store is named by the path of a SQLite file or by a postgres:// URL.');
  }
  // What SQLite takes for a database in memory, or for one that is gone when it is closed.
  if (/^\s*(:memory:.*)?\s*$/i.test(named)) {
    throw new CliFault(
      'usage',
      'A store is kept in a file or in a PostgreSQL database, and this names neither: nothing would be kept.',
    );
  }
  return sqlitePlace(named);
}

export function sqlitePlace(path: string): StorePlace {
  return {
    kind: 'sqlite',
    name: resolve(path),
    open: (writer = 'caller') => openSqliteStore({ path, readOnly: 'if-it-must', writer }),
    migrate: () => migrateSqliteStore({ path }),
    within: (workspace, task) => copyIntoSqlite({ path }, workspace, task),
  };
}

/** The same, of a store that has to be there: a file is not made where there is none, and an empty one not filled. */
export function existingStorePlace(named: string): StorePlace {
  const place = storePlace(named);
  return place.kind === 'sqlite' ? existingSqlitePlace(named) : place;
}

export function existingSqlitePlace(path: string): StorePlace {
  const found = statusOf(path);
  if (found === undefined) {
    throw new CliFault(
      'state_missing',
      'There is no store file where --store or CUX_STORE names one: check the path.',
    );
  }
  if (found.isFile() && found.size === 0) {
    throw new CliFault(
      'state_missing',
      'The store file is empty, so whatever it held is gone: restore a backup, or name another store.',
    );
  }
  return sqlitePlace(path);
}

/** Undefined where there is nothing, and for a path that leads nowhere. */
function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Loaded only where it is used. */
function postgresPlace(url: string): StorePlace {
  const postgres = () => import('@cux/store-postgres');
  return {
    kind: 'postgres',
    name: nameOf(url),
    open: async () => (await postgres()).openPostgresStore({ url }),
    migrate: async () => (await postgres()).migratePostgresStore({ url }),
    within: async (workspace, task) => (await postgres()).copyIntoPostgres({ url }, workspace, task),
  };
}

/** Server and database alone: user, password and parameters are not for showing. */
function nameOf(url: string): string {
  if (!URL.canParse(url)) return 'a PostgreSQL database';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
