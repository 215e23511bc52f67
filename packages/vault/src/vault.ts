import type { Digest } from '@cux/contracts';

/** What a sweep leaves alone, and what it may take. */
export interface SweepOptions {
  /** Milliseconds since the epoch: what was last kept at this time or later stays. */
  readonly before: number;
  /** What stays whatever its age: content by digest, and names with their bytes. */
  readonly keep: { readonly digests: Iterable<Digest>; readonly names: Iterable<string> };
}

/** What a sweep took, and what stayed. */
export interface SweepReport {
  readonly removed_contents: number;
  readonly removed_names: number;
  readonly kept_contents: number;
  readonly kept_names: number;
  /** Files that do not open any more; they stay. */
  readonly damaged: number;
}

/**
 * Where everything lives that must not be in the log: content, plans, evidence bytes, stored browser sessions.
 * It decides nothing. Bytes are kept under their digest, or under a name whose bytes can be replaced and removed; the two know
 * nothing of each other.
 */
export interface Vault {
  /** Whether what is kept reaches a disk; false where all of it ends with the process. */
  readonly durable: boolean;
  /** Keeps bytes (at most 64 MiB) durably and answers their digest. Keeping the same bytes twice is one entry. */
  put(bytes: Uint8Array): Promise<Digest>;
  /** The bytes, verified against the digest; null when there are none. Throws a `VaultFault` (`corrupt`) when they were changed. */
  get(digest: Digest): Promise<Uint8Array | null>;
  /** Keeps bytes under the name, replacing what was there, and answers their digest. Names are printable ASCII, at most 400 characters. */
  putNamed(name: string, bytes: Uint8Array): Promise<Digest>;
  getNamed(name: string): Promise<Uint8Array | null>;
  /** Removes the name and its bytes. */
  removeNamed(name: string): Promise<void>;
  /**
   * Removes names and content that are too old and not in `keep`. What was kept in the last hour stays always: whoever has just kept it may not have said yet where it belongs.
   * Safe beside other processes, and to repeat.
   */
  sweep(options: SweepOptions): Promise<SweepReport>;
}
