import { randomBytes } from 'node:crypto';
import { constants, open, readdir } from 'node:fs/promises';
import { hasKey } from './check-key.ts';
import { createDurably, unavailable } from './durable-file.ts';
import { VaultFault } from './vault-fault.ts';
import { keyIn, keyInvalid, VaultKey } from './vault-key.ts';

/** Where the key of a file vault comes from. */
export interface VaultKeySource {
  /** The key itself, as text, for example from the environment. Where it is given, no file is looked at. */
  readonly text?: string | undefined;
  /** A file with the key as text, for nobody but its owner (0600). Made, with a new key, for a vault that has none yet. */
  readonly file: string;
  /** The vault's folder; it need not be there yet. */
  readonly directory: string;
}

/**
 * Loads the key of a file vault, or makes one for a new vault. Throws a `VaultFault`: `key_invalid`, `key_exposed` when
 * others may read the file, `key_missing` when the file of a vault that has a key is gone (a new key would open nothing),
 * `unavailable` when it cannot be read or made.
 */
export async function loadVaultKey({ text, file, directory }: VaultKeySource): Promise<VaultKey> {
  if (text !== undefined) return keyOf(text, 'text', directory);
  const present = await readKeyFile(file);
  if (present !== null) return keyOf(present, 'file', directory);
  if (await hasKey(directory)) throw keyMissing();
  await createDurably(file, Buffer.from(`${randomBytes(32).toString('base64')}\n`));
  // Another process may have been first: the file's key is the key.
  const made = await readKeyFile(file);
  if (made === null) throw unavailable(new Error('the key file vanished'));
  return keyOf(made, 'file', directory);
}

const givenIn = { text: 'CUX_VAULT_KEY', file: 'its file' } as const;
const another = {
  text: 'make one with `openssl rand -base64 32`, or leave it away to have one made',
  file: 'remove the file, and a new one is made',
} as const;

/** What is no key is told by what is wrong with it. A new one is proposed only where there is nothing that it could not open. */
async function keyOf(text: string, from: 'text' | 'file', directory: string): Promise<VaultKey> {
  const bytes = keyIn(text);
  if (typeof bytes !== 'string') return new VaultKey(bytes);
  const next = (await holdsAnything(directory))
    ? 'give the key that this vault was made with, as a new one would open nothing of it'
    : another[from];
  throw keyInvalid(bytes, next, ` (${givenIn[from]})`);
}

/** A vault that has lost the check of its key holds what was kept all the same. */
async function holdsAnything(directory: string): Promise<boolean> {
  if (await hasKey(directory)) return true;
  try {
    return (await readdir(directory)).length > 0;
  } catch {
    return false;
  }
}

/** Longer than any key: whatever is there instead of a key file is not read to its end. */
const longestKeyFile = 1024;

async function readKeyFile(path: string): Promise<string | null> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw unavailable(error);
  }
  try {
    const found = await file.stat();
    if (!found.isFile()) throw unavailable(new Error('the key file is no file'));
    // Windows has no such bits.
    if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) throw keyExposed();
    if (found.size > longestKeyFile) return 'x'.repeat(longestKeyFile);
    return await file.readFile('utf8');
  } catch (error) {
    throw VaultFault.isInstance(error) ? error : unavailable(error);
  } finally {
    await file.close();
  }
}

function keyMissing(): VaultFault {
  return new VaultFault(
    'key_missing',
    "The file of the vault's key is gone: restore it, or give the key in CUX_VAULT_KEY; without it nothing of the vault can be read.",
  );
}

function keyExposed(): VaultFault {
  return new VaultFault(
    'key_exposed',
    'Other users may read the file of the vault key; take their rights away (chmod 600) and use the vault again.',
  );
}
