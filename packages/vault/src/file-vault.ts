import { join } from 'node:path';
import { type Clock, type Digest, digestOfBytes, digestSchema } from '@cux/contracts';
import { checkBytes, checkName } from './bounds.ts';
import { checkKey } from './check-key.ts';
import { sealPlainFiles } from './seal-plain-files.ts';
import { makeFolders, type SealedFolder, sealedFolder } from './sealed-folder.ts';
import type { SweepOptions, SweepReport, Vault } from './vault.ts';
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
  await checkKey(directory, key);
  const vault = createVault(sealedFolder(contents, 'content', key), sealedFolder(names, 'name', key), clock);
  await sealPlainFiles(directory, vault);
  return vault;
}

/** The vault, and a way to point at bytes by what a name was digested to: all that an older vault knew of it. */
export interface PointingVault extends Vault {
  pointAt(nameDigest: string, digest: Digest): Promise<void>;
}

function createVault(contents: SealedFolder, names: SealedFolder, clock: Clock): PointingVault {
  const labels = labelsIn(names, clock);

  async function put(bytes: Uint8Array): Promise<Digest> {
    checkBytes(bytes);
    const digest = digestOfBytes(bytes);
    const address = contents.addressOf(digest);
    const keptAt = clock.now();
    const present = await readOrNull(contents, address);
    if (present === null || present.keptAt < keptAt - freshMs || present.keptAt > keptAt) {
      await contents.write(address, { bytes, keptAt });
    }
    return digest;
  }

  async function get(digest: Digest): Promise<Uint8Array | null> {
    const entry = await contents.read(contents.addressOf(digestSchema.parse(digest)));
    return entry?.bytes ?? null;
  }

  return {
    put,
    get,
    pointAt: labels.point,
    async putNamed(name, bytes) {
      const nameDigest = digestOfName(name);
      const digest = await put(bytes);
      await labels.point(nameDigest, digest);
      return digest;
    },
    async getNamed(name) {
      const digest = await labels.read(names.addressOf(digestOfName(name)));
      return digest === null ? null : get(digest);
    },
    async removeNamed(name) {
      const address = names.addressOf(digestOfName(name));
      const digest = await labels.read(address);
      if (digest === null) return;
      await names.remove(address);
      if (!(await labels.pointedAt()).has(digest)) await contents.remove(contents.addressOf(digest));
    },
    sweep: (options) => sweep({ contents, names, labels, now: clock.now() }, options),
  };
}

interface Labels {
  point(nameDigest: string, digest: Digest): Promise<void>;
  read(address: string): Promise<Digest | null>;
  /** What all names together point at. */
  pointedAt(): Promise<ReadonlySet<Digest>>;
}

function labelsIn(names: SealedFolder, clock: Clock): Labels {
  async function read(address: string): Promise<Digest | null> {
    const entry = await names.read(address);
    if (entry === null) return null;
    const parsed = digestSchema.safeParse(new TextDecoder().decode(entry.bytes));
    if (parsed.success) return parsed.data;
    throw new VaultFault('corrupt', 'A name of the vault was changed on disk; restore it from a backup.');
  }
  return {
    read,
    point: (nameDigest, digest) =>
      names.write(names.addressOf(nameDigest), {
        bytes: new TextEncoder().encode(digest),
        keptAt: clock.now(),
      }),
    async pointedAt() {
      const digests = new Set<Digest>();
      for (const address of await names.addresses()) {
        const digest = await read(address);
        if (digest !== null) digests.add(digest);
      }
      return digests;
    },
  };
}

interface Sweeping {
  readonly contents: SealedFolder;
  readonly names: SealedFolder;
  readonly labels: Labels;
  readonly now: number;
}

async function sweep(
  { contents, names, labels, now }: Sweeping,
  { before, keep }: SweepOptions,
): Promise<SweepReport> {
  const limit = Math.min(before, now - hourMs);
  const keptNames = new Set([...keep.names].map((name) => names.addressOf(digestOfName(name))));
  const removedNames = await removeOld(names, keptNames, limit);
  // Names first: what only an old name pointed at goes with it.
  const digests = [...keep.digests, ...(await labels.pointedAt())];
  const keptContents = new Set(digests.map((digest) => contents.addressOf(digest)));
  const removedContents = await removeOld(contents, keptContents, limit);
  await names.removePartials(now);
  await contents.removePartials(now);
  return {
    removed_names: removedNames,
    removed_contents: removedContents,
    kept_names: (await names.addresses()).length,
    kept_contents: (await contents.addresses()).length,
  };
}

async function removeOld(folder: SealedFolder, kept: ReadonlySet<string>, limit: number): Promise<number> {
  let removed = 0;
  for (const address of await folder.addresses()) {
    if (kept.has(address)) continue;
    const entry = await folder.read(address);
    if (entry === null || entry.keptAt >= limit) continue;
    await folder.remove(address);
    removed += 1;
  }
  return removed;
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
