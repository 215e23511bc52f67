import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { readTextIfPresent, writeFileDurably } from '../disk/durable-files.ts';
import { DemoFault } from './demo-fault.ts';

const holderSchema = z.strictObject({ pid: z.number().int(), since: z.string() });

/**
 * Takes the folder for this process, or says who has it. The lock is the operating system's own, held through
 * SQLite: it is gone the moment its process is, so that no file of a dead demo ever has to be judged.
 */
export function lockState(root: string, now: () => Date): () => void {
  const lockFile = join(root, 'lock.sqlite');
  makePrivate(lockFile);
  const database = new Database(lockFile, { timeout: 0 });
  const holderFile = join(root, 'lock-holder.json');
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')) throw error;
    throw new DemoFault(
      'busy',
      `${whoHolds(holderFile)}: wait for it to end, or name another folder with --state.`,
    );
  }
  writeFileDurably(holderFile, JSON.stringify({ pid: process.pid, since: now().toISOString() }));
  return () => {
    database.close();
  };
}

/** Nobody else can read the lock, and so nobody else can hold it. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

function whoHolds(holderFile: string): string {
  const holder = readHolder(holderFile);
  if (holder === null) return 'Another demo is using this state folder';
  return `Another demo (process ${holder.pid}, since ${holder.since}) is using this state folder`;
}

function readHolder(holderFile: string): z.infer<typeof holderSchema> | null {
  try {
    return holderSchema.parse(JSON.parse(readTextIfPresent(holderFile) ?? ''));
  } catch {
    return null;
  }
}
