import Database from 'better-sqlite3';
import { configure } from './open-database.ts';

/**
 * A database in memory that outlives the stores opened over it, one after another: what a disk is to processes. Whoever
 * opens it finds what was committed, and nothing of a transaction that was left open.
 */
export interface MemoryDisk {
  readonly database: Database.Database;
  /** Frees the memory; no store over it answers any more. */
  discard(): void;
}

export function memoryDisk(): MemoryDisk {
  const database = new Database(':memory:');
  configure(database, { path: ':memory:' });
  return {
    database,
    discard: () => {
      database.close();
    },
  };
}
