import { chmodSync, closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { storeFault } from './map-fault.ts';

export interface OpenOptions {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** How long a statement waits for another process, in milliseconds (0 … 60 000). Default 10 000. */
  readonly busyTimeoutMs?: number;
}

/**
 * Opens the file, private to its owner, and makes sure that the settings on which durability rests really hold: WAL
 * and `synchronous=FULL`, so that what was acknowledged survives a power cut.
 */
export function openDatabase({ path, busyTimeoutMs = 10_000 }: OpenOptions): Database.Database {
  const inMemory = path === ':memory:';
  if (!inMemory) makePrivate(path);
  const database = new Database(path, { timeout: busyTimeoutMs });
  try {
    const mode = database.pragma('journal_mode = WAL', { simple: true });
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('trusted_schema = OFF');
    const synchronous = database.pragma('synchronous', { simple: true });
    if (synchronous !== 2 || (mode !== 'wal' && !inMemory)) throw storeFault('unavailable');
    if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw storeFault('corrupt');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLite gives its side files the rights of the main file, so these are set before it is opened. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
