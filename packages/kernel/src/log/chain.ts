import { type Digest, digestOf } from '@cux/contracts/digest';
import type { ChainLink, EventDraft } from '../ports/store.ts';

/** What stands before the first link: each workspace has its own, so no chain can be passed off as another's. */
export function genesisHash(workspace: string): Digest {
  return digestOf('cux/genesis', { workspace });
}

/**
 * The next link of a workspace's chain. It covers the link before, its own place, and every event of the batch with
 * its sequence, kind and body; event and link have domains of their own.
 *
 * @param previous the link before; null for the first one of a workspace
 */
export function chainLink(
  workspace: string,
  previous: ChainLink | null,
  events: readonly EventDraft[],
): ChainLink {
  const batch = (previous?.batch ?? 0) + 1;
  const first_sequence = (previous?.last_sequence ?? 0) + 1;
  const last_sequence = first_sequence + events.length - 1;
  const previous_hash = previous?.hash ?? genesisHash(workspace);
  // Members are named in canonical order, which is written fastest.
  const digests = events.map((event, index) =>
    digestOf('cux/event', { batch, body: event.body, kind: event.kind, sequence: first_sequence + index }),
  );
  const hash = digestOf('cux/link', { batch, events: digests, first_sequence, last_sequence, previous_hash });
  return { batch, first_sequence, last_sequence, previous_hash, hash };
}
