import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Store } from '@cux/kernel';
import Database from 'better-sqlite3';
import { engineCalls } from './calls.ts';
import { Connection } from './connection.ts';
import { storeOver } from './in-process-store.ts';
import { mapped, storeFault } from './map-fault.ts';
import { appliedVersion, migrations } from './migrations/migrate.ts';
import type { OpenOptions } from './open-database.ts';

/** Whether the file is there, and neither it nor its folder takes a write: a mount, a medium or rights keep it from that. */
export function canOnlyBeRead(path: string): boolean {
  return (
    canBe(constants.R_OK, path) && !(canBe(constants.W_OK, path) && canBe(constants.W_OK, dirname(path)))
  );
}

function canBe(mode: number, path: string): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** A store over such a file: everything can be read, and a commit is refused with one sentence. Nothing of the file is changed. */
export async function openReadOnlyStore({ path, busyTimeoutMs = 10_000 }: OpenOptions): Promise<Store> {
  return mapped(() => {
    const database = openAsItIs(path, busyTimeoutMs);
    try {
      const connection = new Connection(engineCalls(database));
      const version = appliedVersion(connection);
      if (version < migrations.length) throw storeFault(version === 0 ? 'corrupt' : 'read_only_older');
      return {
        ...storeOver(connection, () => database.close()),
        commit: async () => {
          throw storeFault('read_only');
        },
      };
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** On the file where the engine can open it so, and else on its bytes: the engine wants to write a side file even for reading. */
function openAsItIs(path: string, timeout: number): Database.Database {
  const onFile = opened(() => new Database(path, { readonly: true, fileMustExist: true, timeout }));
  return onFile ?? opened(() => new Database(bytesOf(path), { readonly: true })) ?? corrupt();
}

/** Null where the engine cannot read from it. */
function opened(open: () => Database.Database): Database.Database | null {
  const database = open();
  try {
    database.pragma('trusted_schema = OFF');
    database.prepare('select count(*) from sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'code' in error && /^SQLITE_(CANTOPEN|READONLY)/.test(String(error.code))) {
      return null;
    }
    throw error;
  }
}

function corrupt(): never {
  throw storeFault('corrupt');
}

/** Where the header says that writes go to a log (2), which bytes in memory have none of: once for reads, once for writes. */
const versionsAt = [18, 19];

/** The bytes of a file that nobody writes meanwhile. */
function bytesOf(path: string): Buffer {
  const before = stateOf(path);
  const bytes = readFileSync(path);
  // Its newest writes are in a log beside it, or somebody else is at work on it.
  if (before.log > 0 || stateOf(path).changed !== before.changed) throw storeFault('read_only_log');
  for (const at of versionsAt) if (bytes[at] === 2) bytes[at] = 1;
  return bytes;
}

function stateOf(path: string): { readonly log: number; readonly changed: string } {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const { mtimeMs, size } = statSync(path);
  return { log, changed: `${mtimeMs} ${size} ${log}` };
}
