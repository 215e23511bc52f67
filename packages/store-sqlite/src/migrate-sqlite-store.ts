import { engineCalls } from './calls.ts';
import { Connection } from './connection.ts';
import { mapped } from './map-fault.ts';
import { type Migrated, migrate } from './migrations/migrate.ts';
import { type OpenOptions, openDatabase } from './open-database.ts';

/** Brings the tables of a file up to date, and says from which version to which. Throws as `openSqliteStore` does. */
export async function migrateSqliteStore(options: OpenOptions): Promise<Migrated> {
  return mapped(() => {
    const database = openDatabase(options);
    try {
      return migrate(new Connection(engineCalls(database)));
    } finally {
      database.close();
    }
  });
}
