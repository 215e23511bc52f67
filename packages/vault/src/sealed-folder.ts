import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { partialEnding, readWhole, removeFile, takeAway, writeDurably } from './durable-file.ts';
import { makeFolder } from './make-folder.ts';
import { seal, type Unsealed, unseal } from './sealed-file.ts';
import { VaultFault } from './vault-fault.ts';
import type { AddressKind, VaultKey } from './vault-key.ts';

const hourMs = 3_600_000;

/** Sealed files of one kind, each where its address says. */
export interface SealedFolder {
  addressOf(of: string): string;
  write(address: string, entry: Unsealed): Promise<void>;
  /** Null when there is none. Throws a `VaultFault` (`corrupt`) when it does not open. */
  read(address: string): Promise<Unsealed | null>;
  remove(address: string): Promise<void>;
  addresses(): Promise<readonly string[]>;
  /** Removes the file if it was kept before `limit`, whatever is written in its place meanwhile. */
  removeOlder(address: string, limit: number): Promise<'removed' | 'kept' | 'damaged'>;
  /** Removes what killed writers left: private files of writes that began more than an hour ago. */
  removePartials(now: number): Promise<void>;
}

/** Sealed files below `folder`, in subfolders by the first two digits of their addresses. */
export function sealedFolder(folder: string, kind: AddressKind, key: VaultKey): SealedFolder {
  const pathOf = (address: string): string => join(folder, address.slice(0, 2), address);
  return {
    addressOf: (of) => key.address(kind, of),
    write: (address, entry) => writeDurably(pathOf(address), seal(key, address, entry)),
    async read(address) {
      const file = await readWhole(pathOf(address));
      if (file === null) return null;
      const entry = unseal(key, address, file);
      if (entry !== null) return entry;
      throw new VaultFault(
        'corrupt',
        kind === 'content'
          ? 'Content of the vault was changed on disk; restore it from a backup.'
          : 'A name of the vault was changed on disk; restore it from a backup.',
      );
    },
    remove: (address) => removeFile(pathOf(address)),
    async removeOlder(address, limit) {
      const path = pathOf(address);
      const file = await readWhole(path);
      if (file === null) return 'removed';
      const entry = unseal(key, address, file);
      if (entry === null) return 'damaged';
      if (entry.keptAt >= limit) return 'kept';
      return (await takeAway(path, (taken) => isOlder(key, address, taken, limit))) ? 'removed' : 'kept';
    },
    async addresses() {
      return (await filesIn(folder)).filter((name) => /^[0-9a-f]{64}$/.test(name));
    },
    async removePartials(now) {
      for (const subfolder of await subfoldersOf(folder)) {
        for (const name of await entriesOf(subfolder)) {
          const path = join(subfolder, name);
          if (name.endsWith(partialEnding) && (await changedAt(path)) < now - hourMs) await removeFile(path);
        }
      }
    },
  };
}

function isOlder(key: VaultKey, address: string, file: Uint8Array, limit: number): boolean {
  const entry = unseal(key, address, file);
  return entry !== null && entry.keptAt < limit;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const subfolder of await subfoldersOf(folder)) found.push(...(await entriesOf(subfolder)));
  return found;
}

async function subfoldersOf(folder: string): Promise<readonly string[]> {
  return (await entriesOf(folder))
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .map((name) => join(folder, name));
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    throw cannotUse();
  }
}

async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    // Gone meanwhile: nothing is left to remove.
    return Number.POSITIVE_INFINITY;
  }
}

export async function makeFolders(folders: readonly string[]): Promise<void> {
  try {
    for (const folder of folders) makeFolder(folder);
  } catch {
    throw cannotUse();
  }
}

function cannotUse(): VaultFault {
  return new VaultFault(
    'unavailable',
    "The vault's folder cannot be used; choose one that you may write to.",
  );
}
