import { join } from 'node:path';
import { type Clock, type Digest, digestOfBytes, digestSchema } from '@cux/contracts';
import { checkBytes, checkName } from './bounds.ts';
import { checkKey } from './check-key.ts';
import { sealPlainFiles } from './seal-plain-files.ts';
import { makeFolders, type SealedFolder, sealedFolder } from './sealed-folder.ts';
import type { Vault } from './vault.ts';
import { VaultFault } from './vault-fault.ts';
import type { VaultKey } from './vault-key.ts';

const hourMs = 3_600_000;
/** What is kept again after this long is written again, so that it counts as kept just now. Half of what a sweep spares. */
const freshMs = hourMs / 2;

export interface FileVaultOptions {
  readonly directory: string;
  readonly key: VaultKey;
  readonly clock: Clock;
}

/**
 * A vault in a folder of its own: folders 0700, files 0600, each write synced before it answers. Every file is encrypted
 * and authenticated (AES-256-GCM), and is called by a keyed digest: without the key, the folder shows how many things it
 * holds, how large they are, and when they were kept. Throws a `VaultFault` (`key_wrong`) when the vault was made with
 * another key. Whoever has the key, or runs as the same user beside a key file, can read everything.
 */
export async function openFileVault({ directory, key, clock }: FileVaultOptions): Promise<Vault> {
  const contents = join(directory, 'sealed');
  const names = join(directory, 'labels');
  await makeFolders([directory, contents, names]);
  await checkKey(directory, key, [sealedFolder(contents, 'content', key), sealedFolder(names, 'name', key)]);
  const vault = createVault(sealedFolder(contents, 'content', key), sealedFolder(names, 'name', key), clock);
  await sealPlainFiles(directory, vault);
  return vault;
}

/** The vault, and a way to keep bytes under what a name was digested to: all that an older vault knew of it. */
export interface DigestedNames extends Vault {
  putDigested(nameDigest: string, bytes: Uint8Array): Promise<Digest>;
}

/** Bytes under a name stand in the name's own file: nothing that becomes of another name or of other bytes touches them. */
function createVault(contents: SealedFolder, names: SealedFolder, clock: Clock): DigestedNames {
  async function putDigested(nameDigest: string, bytes: Uint8Array): Promise<Digest> {
    checkBytes(bytes);
    await names.write(names.addressOf(nameDigest), { bytes, keptAt: clock.now() });
    return digestOfBytes(bytes);
  }
  return {
    durable: true,
    putDigested,
    async put(bytes) {
      checkBytes(bytes);
      const digest = digestOfBytes(bytes);
      const address = contents.addressOf(digest);
      const keptAt = clock.now();
      const present = await readOrNull(contents, address);
      if (present === null || present.keptAt < keptAt - freshMs || present.keptAt > keptAt) {
        await contents.write(address, { bytes, keptAt });
      }
      return digest;
    },
    async get(digest) {
      const entry = await contents.read(contents.addressOf(digestSchema.parse(digest)));
      return entry?.bytes ?? null;
    },
    putNamed: async (name, bytes) => putDigested(digestOfName(name), bytes),
    async getNamed(name) {
      const entry = await names.read(names.addressOf(digestOfName(name)));
      return entry?.bytes ?? null;
    },
    removeNamed: async (name) => names.remove(names.addressOf(digestOfName(name))),
    async sweep({ before, keep }) {
      const now = clock.now();
      const limit = Math.min(before, now - hourMs);
      const sparedNames = [...keep.names].map((name) => names.addressOf(digestOfName(name)));
      const sparedContents = [...keep.digests].map((digest) => contents.addressOf(digest));
      const sweptNames = await removeOld(names, new Set(sparedNames), limit);
      const sweptContents = await removeOld(contents, new Set(sparedContents), limit);
      await names.removePartials(now);
      await contents.removePartials(now);
      return {
        removed_names: sweptNames.removed,
        removed_contents: sweptContents.removed,
        kept_names: sweptNames.kept,
        kept_contents: sweptContents.kept,
        damaged: sweptNames.damaged + sweptContents.damaged,
      };
    },
  };
}

interface Swept {
  readonly removed: number;
  readonly kept: number;
  /** Files that do not open: they stay, for a person to look at, and keep nobody from sweeping the others. */
  readonly damaged: number;
}

async function removeOld(folder: SealedFolder, kept: ReadonlySet<string>, limit: number): Promise<Swept> {
  const counts = { removed: 0, kept: 0, damaged: 0 };
  for (const address of await folder.addresses()) {
    const outcome = kept.has(address) ? 'kept' : await folder.removeOlder(address, limit);
    counts[outcome] += 1;
  }
  return counts;
}

/** What was changed on disk is written anew by whoever has the right bytes. */
async function readOrNull(folder: SealedFolder, address: string): ReturnType<SealedFolder['read']> {
  try {
    return await folder.read(address);
  } catch (error) {
    if (VaultFault.isInstance(error) && error.code === 'corrupt') return null;
    throw error;
  }
}

function digestOfName(name: string): string {
  checkName(name);
  return digestOfBytes(new TextEncoder().encode(name)).slice('sha256:'.length);
}
