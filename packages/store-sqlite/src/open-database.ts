import { closeSync, fchmodSync, fstatSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { lookAtFile } from './look-at-file.ts';
import { storeFault } from './map-fault.ts';

export interface OpenOptions {
  /** A file; only `openSqliteStore` also takes `:memory:`. */
  readonly path: string;
  /** How long a statement waits for another process, in milliseconds (0 … 60 000). Default 10 000. */
  readonly busyTimeoutMs?: number;
  /** How large the file may become, in pages of 4 096 bytes; beyond it the disk counts as full. Default: no limit. */
  readonly maximumPages?: number;
}

/**
 * Opens the file, private to its owner, after a look that changes nothing: what is not ours stays as it is. Makes sure that the settings on which durability rests really hold: WAL
 * and `synchronous=FULL`, so that what was acknowledged survives a power cut.
 */
export function openDatabase(options: OpenOptions): Database.Database {
  const { path, busyTimeoutMs = 10_000 } = options;
  // What the engine takes for a database that is gone when it is closed.
  if (/^\s*(:memory:)?\s*$/.test(path)) throw storeFault('in_memory');
  lookAtFile(path, busyTimeoutMs);
  makePrivate(path);
  const database = new Database(path, { timeout: busyTimeoutMs });
  try {
    configure(database, options);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A connection to a file that is open already, which can change nothing. */
export function openForReading({ path, busyTimeoutMs = 10_000 }: OpenOptions): Database.Database {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  database.pragma('trusted_schema = OFF');
  return database;
}

/** The settings of a connection that writes. */
export function configure(database: Database.Database, { path, maximumPages }: OpenOptions): void {
  const mode = database.pragma('journal_mode = WAL', { simple: true });
  database.pragma('synchronous = FULL');
  // Sixteen megabytes: pages that are written again and again go to the file itself less often.
  database.pragma('wal_autocheckpoint = 4000');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  // What is overwritten or moved leaves no second copy behind that nothing speaks for.
  database.pragma('secure_delete = ON');
  if (maximumPages !== undefined) database.pragma(`max_page_count = ${Math.trunc(maximumPages)}`);
  const synchronous = database.pragma('synchronous', { simple: true });
  if (synchronous !== 2 || (mode !== 'wal' && path !== ':memory:')) throw storeFault('unavailable');
}

/** SQLite gives its side files the rights of the main file, so these are set before it is opened. */
function makePrivate(path: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    if ((fstatSync(file).mode & 0o777) !== 0o600) fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
}
