import { lstat, mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '@cux/contracts';
import { ProviderFault } from '@cux/provider-sdk';

/** File systems of Linux that have no disk: tmpfs and ramfs. */
const inMemory: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/** Whether files in this folder are in memory; false where that cannot be told. Linux alone tells. */
export async function isInMemory(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const found = await statfs(folder).catch(() => null);
  return found !== null && inMemory.has(found.type);
}

/** Where Linux has a folder in memory for everybody. */
const forEverybody = '/dev/shm';

/**
 * The private folder in memory that belongs to a state folder: the same one after a restart, so that what a killed host has
 * left there is found. Made where it is missing; null where the machine has no folder in memory, or somebody else has
 * taken the name.
 */
export async function memoryFolderFor(stateFolder: string): Promise<string | null> {
  if (!(await isInMemory(forEverybody))) return null;
  const user = process.getuid?.() ?? 0;
  const name = digestOf('cux/memory-folder', { folder: stateFolder, user }).slice('sha256:'.length, 39);
  const folder = join(forEverybody, `cux-${name}`);
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  const found = await lstat(folder).catch(() => null);
  const ours = found?.isDirectory() === true && found.uid === user && (found.mode & 0o077) === 0;
  return ours ? folder : null;
}

/** What a session's folder is made in where nothing may reach a disk. */
export async function requireMemory(folder: string | undefined): Promise<string> {
  if (folder !== undefined && (await isInMemory(folder))) return folder;
  throw new ProviderFault(
    'engine_start_failed',
    'Nothing that is seen may reach a disk here (zdr), and the host has no folder in memory for the browser: use Linux with /dev/shm, or give the host a folder on a tmpfs.',
  );
}
