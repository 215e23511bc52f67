import type { MemoryDisk } from '@cux/store-sqlite';
import Database from 'better-sqlite3';

/** A disk as it was when its database was serialized. */
export function diskFrom(image: Buffer): MemoryDisk {
  const database = new Database(image);
  return { database, discard: () => database.close() };
}
