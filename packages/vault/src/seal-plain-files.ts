import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digestSchema } from '@cux/contracts';
import { readWhole, unavailable } from './durable-file.ts';
import type { DigestedNames } from './file-vault.ts';

/*
 * Vaults were not encrypted at first: `content/` held bytes under their digest, `names/` a digest under the digest of each
 * name.
 */

/**
 * Takes over what an unencrypted vault of this folder holds, and removes it. Contents come first and are removed last,
 * so that a crash at any moment loses nothing and the next opening goes on.
 */
export async function sealPlainFiles(directory: string, vault: DigestedNames): Promise<void> {
  const names = join(directory, 'names');
  const contents = join(directory, 'content');
  const plain = await filesBelow(contents);
  for (const path of plain) {
    const bytes = await readWhole(path);
    if (bytes !== null) await vault.put(bytes);
  }
  for (const name of await entriesOf(names)) {
    const pointer = await readWhole(join(names, name));
    const digest = digestSchema.safeParse(new TextDecoder().decode(pointer ?? new Uint8Array(0)));
    const bytes = digest.success ? await vault.get(digest.data) : null;
    if (bytes !== null) await vault.putDigested(name, bytes);
  }
  for (const folder of [names, contents]) await rm(folder, { recursive: true, force: true });
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const subfolder of await entriesOf(folder)) {
    const entries = await entriesOf(join(folder, subfolder));
    found.push(...entries.map((entry) => join(folder, subfolder, entry)));
  }
  return found;
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // Not there: there is nothing to take over. No folder: a stray file, left alone by reading and removed with the rest.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
      return [];
    throw unavailable(error);
  }
}
