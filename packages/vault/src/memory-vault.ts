import { type Digest, digestOfBytes } from '@cux/contracts';
import { checkBytes, checkName } from './bounds.ts';
import type { Vault } from './vault.ts';

/** A vault that keeps nothing on a disk; everything is gone with the process. */
export function openMemoryVault(): Vault {
  const contents = new Map<Digest, Uint8Array>();
  const names = new Map<string, Digest>();

  async function put(bytes: Uint8Array): Promise<Digest> {
    checkBytes(bytes);
    const digest = digestOfBytes(bytes);
    contents.set(digest, bytes.slice());
    return digest;
  }

  return {
    put,
    async get(digest) {
      return contents.get(digest)?.slice() ?? null;
    },
    locate() {
      return null;
    },
    async putNamed(name, bytes) {
      checkName(name);
      const digest = await put(bytes);
      names.set(name, digest);
      return digest;
    },
    async getNamed(name) {
      checkName(name);
      const digest = names.get(name);
      return digest === undefined ? null : (contents.get(digest)?.slice() ?? null);
    },
    async removeNamed(name) {
      checkName(name);
      const digest = names.get(name);
      names.delete(name);
      if (digest !== undefined && ![...names.values()].includes(digest)) contents.delete(digest);
    },
  };
}
