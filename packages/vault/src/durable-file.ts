import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { VaultFault } from './vault-fault.ts';

/** How the private file of a write that did not end is called. */
export const partialEnding = '.partial';

/**
 * Writes a file so that after a crash there is either the old one or the new one: a private temporary file, its
 * bytes synced, renamed over, the folder synced.
 */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await placeDurably(path, bytes, rename);
}

/** Writes a file where there is none, whole or not at all; leaves the one that is there. */
export async function createDurably(path: string, bytes: Uint8Array): Promise<void> {
  await placeDurably(path, bytes, async (temporary) => {
    await linkUnlessThere(temporary, path);
    await rm(temporary, { force: true });
  });
}

/**
 * Removes the file if `may` says so of its bytes. It is moved aside first and put back otherwise, unless a new one stands
 * in its place by then: a file that somebody writes at the same time is never the one that is removed.
 */
export async function takeAway(path: string, may: (bytes: Uint8Array) => boolean): Promise<boolean> {
  const aside = join(dirname(path), `.${randomBytes(9).toString('hex')}${partialEnding}`);
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw unavailable(error);
  }
  try {
    const removable = may(new Uint8Array(await readFile(aside)));
    if (!removable) await linkUnlessThere(aside, path);
    await rm(aside, { force: true });
    await syncFolder(dirname(path));
    return removable;
  } catch (error) {
    throw unavailable(error);
  }
}

async function linkUnlessThere(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

async function placeDurably(
  path: string,
  bytes: Uint8Array,
  place: (temporary: string, path: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${randomBytes(9).toString('hex')}${partialEnding}`);
  try {
    makeFolder(folder);
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(temporary, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw unavailable(error);
  }
}

/** The file's bytes, or null when there is no such file. */
export async function readWhole(path: string): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw unavailable(error);
  }
}

export async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
    await syncFolder(dirname(path));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unavailable(error);
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; a rename is durable there without it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The path could hold a name that somebody gave, so the message carries the system's code only. */
export function unavailable(error: unknown): VaultFault {
  const code = codeOf(error) || 'unknown error';
  return new VaultFault(
    'unavailable',
    `The vault's folder cannot be used (${code}); check that it exists, has space and belongs to you.`,
  );
}
