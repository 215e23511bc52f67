import type { ChainLink, StoredEvent } from '../ports/store.ts';
import { type Broken, broken } from './broken.ts';
import { chainLink } from './chain.ts';

/** Whether a link stands where the one before it says; then its events can be looked for. */
export function checkPlace(previous: ChainLink | null, link: ChainLink): Broken | null {
  const count = link.last_sequence - link.first_sequence + 1;
  const follows = link.first_sequence === (previous?.last_sequence ?? 0) + 1;
  if (follows && count >= 1 && Number.isSafeInteger(count)) return null;
  return broken('audit.link-changed', link.batch, 'A link does not follow the one before it.');
}

/** Whether a link is the hash of exactly its events and of the link before it, and begins with a command. */
export function checkHash(
  workspace: string,
  previous: ChainLink | null,
  link: ChainLink,
  events: readonly StoredEvent[],
): Broken | null {
  if (events.length !== link.last_sequence - link.first_sequence + 1)
    return broken('audit.event-missing', link.batch, 'A link has fewer events than it says.');
  const inPlace = events.every(
    (event, index) => event.sequence === link.first_sequence + index && event.batch === link.batch,
  );
  if (!inPlace) return broken('audit.event-moved', link.batch, 'An event is not where its link says.');
  const expected = chainLink(workspace, previous, events);
  const same =
    link.batch === expected.batch &&
    link.last_sequence === expected.last_sequence &&
    link.previous_hash === expected.previous_hash &&
    link.hash === expected.hash;
  if (!same) {
    return broken(
      'audit.link-changed',
      link.batch,
      'A link is not the hash of its events and of the link before it.',
    );
  }
  const command = events[0]?.kind;
  return command === 'command-accepted' || command === 'command-refused'
    ? null
    : broken(
        'audit.batch-without-command',
        link.batch,
        'A batch does not begin with the command that made it.',
      );
}

export function cutOff(): Broken {
  return broken(
    'audit.head-missing',
    null,
    'The head that was kept elsewhere is not in the chain: its end was cut off.',
  );
}
