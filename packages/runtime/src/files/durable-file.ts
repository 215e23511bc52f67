import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a new file, synced to disk; its name may not survive a power cut before {@link syncFolder}. */
export async function writeNewDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces a file whole and durably: whoever is killed here leaves the old text or the new one. */
export async function replaceDurably(path: string, text: string, unique: string): Promise<void> {
  const temporary = `${path}.${unique}.tmp`;
  try {
    await writeNewDurably(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
