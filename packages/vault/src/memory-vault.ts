import { type Clock, type Digest, digestOfBytes } from '@cux/contracts';
import { checkBytes, checkName } from './bounds.ts';
import type { Vault } from './vault.ts';

const hourMs = 3_600_000;

interface Kept {
  readonly bytes: Uint8Array;
  readonly keptAt: number;
}

/** A vault that keeps nothing on a disk; everything is gone with the process. */
export function openMemoryVault({ clock }: { readonly clock: Clock }): Vault {
  const contents = new Map<Digest, Kept>();
  const names = new Map<string, Kept>();
  const kept = (bytes: Uint8Array): Kept => ({ bytes: bytes.slice(), keptAt: clock.now() });

  return {
    durable: false,
    async put(bytes) {
      checkBytes(bytes);
      const digest = digestOfBytes(bytes);
      contents.set(digest, kept(bytes));
      return digest;
    },
    async get(digest) {
      return contents.get(digest)?.bytes.slice() ?? null;
    },
    async putNamed(name, bytes) {
      checkName(name);
      checkBytes(bytes);
      names.set(name, kept(bytes));
      return digestOfBytes(bytes);
    },
    async getNamed(name) {
      checkName(name);
      return names.get(name)?.bytes.slice() ?? null;
    },
    async removeNamed(name) {
      checkName(name);
      names.delete(name);
    },
    async sweep({ before, keep }) {
      const limit = Math.min(before, clock.now() - hourMs);
      return {
        removed_names: removeOld(names, new Set(keep.names), limit),
        removed_contents: removeOld(contents, new Set(keep.digests), limit),
        kept_names: names.size,
        kept_contents: contents.size,
        damaged: 0,
      };
    },
  };
}

function removeOld<Key>(all: Map<Key, Kept>, spared: ReadonlySet<Key>, limit: number): number {
  const old = [...all].filter(([key, { keptAt }]) => !spared.has(key) && keptAt < limit);
  for (const [key] of old) all.delete(key);
  return old.length;
}
