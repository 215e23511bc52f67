import type { Store } from '@cux/kernel';
import { engineCalls } from './calls.ts';
import { Connection } from './connection.ts';
import { openInProcessStore, storeOver } from './in-process-store.ts';
import { mapped } from './map-fault.ts';
import { migrate } from './migrations/migrate.ts';
import { type OpenOptions, openDatabase } from './open-database.ts';

/**
 * Opens (or makes) a store in one SQLite file, or in memory with `:memory:`. A second process may open the same file.
 * Throws a `StoreFault` when the file is newer, damaged, locked or not reachable.
 */
export async function openSqliteStore(options: OpenOptions): Promise<Store> {
  if (options.path === ':memory:') return openInProcessStore();
  return mapped(() => {
    const database = openDatabase(options);
    const connection = new Connection(engineCalls(database));
    try {
      migrate(connection);
    } catch (error) {
      database.close();
      throw error;
    }
    return storeOver(connection, () => database.close());
  });
}
