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

  const contentPath = (digest: Digest): string => {
    const hexadecimal = digestSchema.parse(digest).slice('sha256:'.length);
    return join(contents, hexadecimal.slice(0, 2), hexadecimal);
  };
  // A name may hold an account: on disk only its digest is to be seen.
  const namePath = (name: string): string => join(names, createHash('sha256').update(name).digest('hex'));

  async function put(bytes: Uint8Array): Promise<Digest> {
    checkBytes(bytes);
    const digest = digestOfBytes(bytes);
    const path = contentPath(digest);
    const present = await readWhole(path);
    if (present === null || digestOfBytes(present) !== digest) await writeDurably(path, bytes);
    return digest;
  }

  async function get(digest: Digest): Promise<Uint8Array | null> {
    const bytes = await readWhole(contentPath(digest));
    if (bytes !== null && digestOfBytes(bytes) !== digest) {
      throw new VaultFault('corrupt', 'Content of the vault was changed on disk; restore it from a backup.');
    }
    return bytes;
  }

  async function pointer(path: string): Promise<Digest | null> {
    const bytes = await readWhole(path);
    if (bytes === null) return null;
    const parsed = digestSchema.safeParse(new TextDecoder().decode(bytes));
    if (parsed.success) return parsed.data;
    throw new VaultFault('corrupt', 'A name of the vault was changed on disk; restore it from a backup.');
  }

  async function isNamed(digest: Digest): Promise<boolean> {
    for (const entry of await readdir(names)) {
      if (!entry.startsWith('.') && (await pointer(join(names, entry))) === digest) return true;
    }
    return false;
  }

  return {
    put,
    get,
    locate: contentPath,
    async putNamed(name, bytes) {
      checkName(name);
      const digest = await put(bytes);
      await writeDurably(namePath(name), new TextEncoder().encode(digest));
      return digest;
    },
    async getNamed(name) {
      checkName(name);
      const digest = await pointer(namePath(name));
      return digest === null ? null : get(digest);
    },
    async removeNamed(name) {
      checkName(name);
      const digest = await pointer(namePath(name));
      if (digest === null) return;
      await removeFile(namePath(name));
      if (!(await isNamed(digest))) await removeFile(contentPath(digest));
    },
  };
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
