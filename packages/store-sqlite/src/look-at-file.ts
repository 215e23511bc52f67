import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { engineCalls } from './calls.ts';
import { Connection } from './connection.ts';
import { mapFault, storeFault } from './map-fault.ts';
import { appliedVersion } from './migrations/migrate.ts';

/** Where the header of a file says that its writes go to a log beside it (2) or not (1). */
const writeVersionAt = 18;

/**
 * Looks at what a path leads to before anything of it is changed, its rights included. Nothing at all and an empty file
 * may become a store; everything else has to be one, of this version or an earlier one, whose tables can be read.
 * Throws a `StoreFault` otherwise, and leaves what is there as it was.
 */
export function lookAtFile(path: string, busyTimeoutMs: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw storeFault('unavailable');
  if (found.size === 0) return;
  const logBeside = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const header = readHeader(path, logBeside);
  // A connection that only reads leaves the side files of a log behind, and cannot roll back what a crash left.
  const readonly = existsSync(`${path}-journal`) ? false : logBeside || header[writeVersionAt] !== 2;
  const database = new Database(path, { readonly, fileMustExist: true, timeout: busyTimeoutMs });
  try {
    database.pragma('trusted_schema = OFF');
    appliedVersion(new Connection(engineCalls(database)));
    touchTables(database);
  } catch (error) {
    throw mapFault(error);
  } finally {
    database.close();
  }
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

/**
 * The first 100 bytes. A file that is shorter than they say has lost its end; while a write-ahead log stands beside it,
 * that may just be a checkpoint that was cut off, and the log has the rest.
 */
function readHeader(path: string, logBeside: boolean): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const header = Buffer.alloc(100);
    const read = readSync(file, header, 0, 100, 0);
    if (logBeside) return header;
    if (read < 100 || header.toString('latin1', 0, 15) !== 'SQLite format 3') throw storeFault('corrupt');
    const declared = header.readUInt16BE(16);
    const pageSize = declared === 1 ? 65_536 : declared;
    if (size < pageSize * header.readUInt32BE(28)) throw storeFault('corrupt');
    return header;
  } finally {
    closeSync(file);
  }
}
