import type { Digest } from '@cux/contracts';

/**
 * Where everything lives that must not be in the log: content, plans, evidence bytes, stored browser sessions.
 * It decides nothing. Bytes are addressed by their digest; a name points at bytes and can be moved or removed.
 */
export interface Vault {
  /** Keeps bytes (at most 64 MiB) durably and answers their digest. Keeping the same bytes twice is one entry. */
  put(bytes: Uint8Array): Promise<Digest>;
  /** The bytes, verified against the digest; null when there are none. Throws a `VaultFault` (`corrupt`) when they were changed. */
  get(digest: Digest): Promise<Uint8Array | null>;
  /** Where a person can open the bytes; null for a vault that keeps nothing on a disk. */
  locate(digest: Digest): string | null;
  /** Points the name at these bytes, replacing what it pointed at. Names are printable ASCII, at most 400 characters. */
  putNamed(name: string, bytes: Uint8Array): Promise<Digest>;
  getNamed(name: string): Promise<Uint8Array | null>;
  /** Removes the name and, unless another name points at them, its bytes. */
  removeNamed(name: string): Promise<void>;
}
