import type { Digest, Principal } from '@cux/contracts';

/** An opaque row of a capability: its item. The kernel knows no meaning of its states. */
export interface CapabilityRecord {
  readonly capability: string;
  readonly record_id: string;
  /** One more with each new content; a new revision supersedes every gate bound to the old one. */
  readonly revision: number;
  /** Changes with every write; the optimistic guard of the row. */
  readonly version: number;
  readonly state: string;
  readonly content_digest: Digest;
  /** Everyone who has put content into it: nobody of these approves it, but for the goal's owner. */
  readonly content_by: readonly Principal[];
  /** Facts of the target, for example the site's own id of the post. */
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}
