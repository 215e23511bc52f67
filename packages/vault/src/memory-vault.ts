import { type Clock, type Digest, digestOfBytes } from '@cux/contracts';
import { checkBytes, checkName } from './bounds.ts';
import type { Vault } from './vault.ts';

const hourMs = 3_600_000;

interface Kept<Value> {
  readonly value: Value;
  readonly keptAt: number;
}

/** A vault that keeps nothing on a disk; everything is gone with the process. */
export function openMemoryVault({ clock }: { readonly clock: Clock }): Vault {
  const contents = new Map<Digest, Kept<Uint8Array>>();
  const names = new Map<string, Kept<Digest>>();
  const pointedAt = (): ReadonlySet<Digest> => new Set([...names.values()].map(({ value }) => value));

  async function put(bytes: Uint8Array): Promise<Digest> {
    checkBytes(bytes);
    const digest = digestOfBytes(bytes);
    contents.set(digest, { value: bytes.slice(), keptAt: clock.now() });
    return digest;
  }

  return {
    put,
    async get(digest) {
      return contents.get(digest)?.value.slice() ?? null;
    },
    async putNamed(name, bytes) {
      checkName(name);
      const digest = await put(bytes);
      names.set(name, { value: digest, keptAt: clock.now() });
      return digest;
    },
    async getNamed(name) {
      checkName(name);
      const digest = names.get(name)?.value;
      return digest === undefined ? null : (contents.get(digest)?.value.slice() ?? null);
    },
    async removeNamed(name) {
      checkName(name);
      const digest = names.get(name)?.value;
      names.delete(name);
      if (digest !== undefined && !pointedAt().has(digest)) contents.delete(digest);
    },
    async sweep({ before, keep }) {
      const limit = Math.min(before, clock.now() - hourMs);
      const removedNames = removeOld(names, new Set(keep.names), limit);
      const removedContents = removeOld(contents, new Set([...keep.digests, ...pointedAt()]), limit);
      return {
        removed_names: removedNames,
        removed_contents: removedContents,
        kept_names: names.size,
        kept_contents: contents.size,
      };
    },
  };
}

function removeOld<Key>(kept: Map<Key, Kept<unknown>>, spared: ReadonlySet<Key>, limit: number): number {
  const old = [...kept].filter(([key, { keptAt }]) => !spared.has(key) && keptAt < limit);
  for (const [key] of old) kept.delete(key);
  return old.length;
}
