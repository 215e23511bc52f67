import type { Digest } from '@cux/contracts';

/** What a sweep leaves alone, and what it may take. */
export interface SweepOptions {
  /** Milliseconds since the epoch: what was last kept at this time or later stays. */
  readonly before: number;
  /** What stays whatever its age: content by digest, and names with what they point at. */
  readonly keep: { readonly digests: Iterable<Digest>; readonly names: Iterable<string> };
}

/** What a sweep took, and what stayed. */
export interface SweepReport {
  readonly removed_contents: number;
  readonly removed_names: number;
  readonly kept_contents: number;
  readonly kept_names: number;
}

/**
 * Where everything lives that must not be in the log: content, plans, evidence bytes, stored browser sessions.
 * It decides nothing. Bytes are addressed by their digest; a name points at bytes and can be moved or removed.
 */
export interface Vault {
  /** Keeps bytes (at most 64 MiB) durably and answers their digest. Keeping the same bytes twice is one entry. */
  put(bytes: Uint8Array): Promise<Digest>;
  /** The bytes, verified against the digest; null when there are none. Throws a `VaultFault` (`corrupt`) when they were changed. */
  get(digest: Digest): Promise<Uint8Array | null>;
  /** Points the name at these bytes, replacing what it pointed at. Names are printable ASCII, at most 400 characters. */
  putNamed(name: string, bytes: Uint8Array): Promise<Digest>;
  getNamed(name: string): Promise<Uint8Array | null>;
  /** Removes the name and, unless another name points at them, its bytes. */
  removeNamed(name: string): Promise<void>;
  /**
   * Removes names that are too old and not in `keep`, then content that is too old, not in `keep` and pointed at by no
   * name. What was kept in the last hour stays always: whoever has just kept it may not have said yet where it belongs.
   * Safe beside other processes, and to repeat.
   */
  sweep(options: SweepOptions): Promise<SweepReport>;
}
