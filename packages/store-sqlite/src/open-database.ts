import { chmodSync, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { storeFault } from './map-fault.ts';

export interface OpenOptions {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** How long a statement waits for another process, in milliseconds (0 … 60 000). Default 10 000. */
  readonly busyTimeoutMs?: number;
  /** How large the file may become, in pages of 4 096 bytes; beyond it the disk counts as full. Default: no limit. */
  readonly maximumPages?: number;
}

/**
 * Opens the file, private to its owner, and makes sure that the settings on which durability rests really hold: WAL
 * and `synchronous=FULL`, so that what was acknowledged survives a power cut.
 */
export function openDatabase(options: OpenOptions): Database.Database {
  const { path, busyTimeoutMs = 10_000 } = options;
  makePrivate(path);
  refuseTruncated(path);
  const database = new Database(path, { timeout: busyTimeoutMs });
  try {
    configure(database, options);
    touchTables(database);
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
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  // What is overwritten or moved leaves no second copy behind that nothing speaks for.
  database.pragma('secure_delete = ON');
  if (maximumPages !== undefined) database.pragma(`max_page_count = ${Math.trunc(maximumPages)}`);
  const synchronous = database.pragma('synchronous', { simple: true });
  if (synchronous !== 2 || (mode !== 'wal' && path !== ':memory:')) throw storeFault('unavailable');
}

/**
 * Reads the beginning of every table, whatever the size of the file: a header or a root page that is broken shows at
 * once. Damage further inside shows where it is read, as the same fault, and the audit looks at everything.
 */
function touchTables(database: Database.Database): void {
  const tables = database
    .prepare<[], { name: string }>(`select name from sqlite_schema where type = 'table'`)
    .all();
  for (const { name } of tables) {
    database.prepare(`select * from "${name.replaceAll('"', '""')}" limit 1`).get();
  }
}

/** SQLite gives its side files the rights of the main file, so these are set before it is opened. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/**
 * A file that is shorter than its header says has lost its end. While a write-ahead log stands beside it, that may
 * just be a checkpoint that was cut off, and the log has the rest.
 */
function refuseTruncated(path: string): void {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const header = Buffer.alloc(100);
    if (size === 0) return;
    if (readSync(file, header, 0, 100, 0) < 100) throw storeFault('corrupt');
    const declared = header.readUInt16BE(16);
    const pageSize = declared === 1 ? 65_536 : declared;
    if (size < pageSize * header.readUInt32BE(28)) throw storeFault('corrupt');
  } finally {
    closeSync(file);
  }
}
