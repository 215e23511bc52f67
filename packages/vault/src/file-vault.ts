import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Digest, digestOfBytes, digestSchema } from '@cux/contracts';
import { checkBytes, checkName } from './bounds.ts';
import { readWhole, removeFile, writeDurably } from './durable-file.ts';
import type { Vault } from './vault.ts';
import { VaultFault } from './vault-fault.ts';

/**
 * A vault in a folder of its own: folders 0700, files 0600, content addressed by its digest, each write synced
 * before it answers. Anyone who can read as the same operating-system user can read it.
 */
export async function openFileVault(options: { readonly directory: string }): Promise<Vault> {
  const contents = join(options.directory, 'content');
  const names = join(options.directory, 'names');
  await makeFolders([options.directory, contents, names]);
  return withNames(contentsIn(contents), names);
}

type Contents = Pick<Vault, 'put' | 'get' | 'locate'> & { remove(digest: Digest): Promise<void> };

/** Bytes, each under its digest; read back, they are compared with it. */
function contentsIn(folder: string): Contents {
  const pathOf = (digest: Digest): string => {
    const hexadecimal = digestSchema.parse(digest).slice('sha256:'.length);
    return join(folder, hexadecimal.slice(0, 2), hexadecimal);
  };
  return {
    locate: pathOf,
    remove: (digest) => removeFile(pathOf(digest)),
    async put(bytes) {
      checkBytes(bytes);
      const digest = digestOfBytes(bytes);
      const present = await readWhole(pathOf(digest));
      if (present === null || digestOfBytes(present) !== digest) await writeDurably(pathOf(digest), bytes);
      return digest;
    },
    async get(digest) {
      const bytes = await readWhole(pathOf(digest));
      if (bytes === null || digestOfBytes(bytes) === digest) return bytes;
      throw new VaultFault('corrupt', 'Content of the vault was changed on disk; restore it from a backup.');
    },
  };
}

/** The same contents, with names that point at them. A name may hold an account: on disk only its digest is to be seen. */
function withNames({ remove, ...contents }: Contents, folder: string): Vault {
  const pathOf = (name: string): string => {
    checkName(name);
    return join(folder, createHash('sha256').update(name).digest('hex'));
  };
  return {
    ...contents,
    async putNamed(name, bytes) {
      const path = pathOf(name);
      const digest = await contents.put(bytes);
      await writeDurably(path, new TextEncoder().encode(digest));
      return digest;
    },
    async getNamed(name) {
      const digest = await readPointer(pathOf(name));
      return digest === null ? null : contents.get(digest);
    },
    async removeNamed(name) {
      const digest = await readPointer(pathOf(name));
      if (digest === null) return;
      await removeFile(pathOf(name));
      if (!(await isNamed(folder, digest))) await remove(digest);
    },
  };
}

async function readPointer(path: string): Promise<Digest | null> {
  const bytes = await readWhole(path);
  if (bytes === null) return null;
  const parsed = digestSchema.safeParse(new TextDecoder().decode(bytes));
  if (parsed.success) return parsed.data;
  throw new VaultFault('corrupt', 'A name of the vault was changed on disk; restore it from a backup.');
}

async function isNamed(folder: string, digest: Digest): Promise<boolean> {
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith('.') && (await readPointer(join(folder, entry))) === digest) return true;
  }
  return false;
}

async function makeFolders(folders: readonly string[]): Promise<void> {
  try {
    for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch {
    throw new VaultFault(
      'unavailable',
      "The vault's folder cannot be made; choose one that you may write to.",
    );
  }
}
