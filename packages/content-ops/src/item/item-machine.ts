import { z } from 'zod';

/**
 * Where an item stands; it is the `state` of its capability record.
 *
 * - `captured`: content is there, nothing has been done with it.
 * - `draft`: it is being worked on; the site may hold an older draft or none.
 * - `review_ready`: the site holds the draft; a person has to decide.
 * - `approved`: a person has approved this content. Passed through on the way to `published`; see `shownState`.
 * - `published`: pressed and answered; not yet read back.
 * - `readback_verified`: the site's own store says that it is out, with the approved content.
 * - `skipped`, `superseded`: terminal; a person gave it up, or another item took its place.
 */
export const itemStates = [
  'captured',
  'draft',
  'review_ready',
  'approved',
  'published',
  'readback_verified',
  'skipped',
  'superseded',
] as const;

export const itemStateSchema = z.enum(itemStates);

export type ItemState = (typeof itemStates)[number];

/**
 * What happens to an item.
 *
 * - `redraft`: the site's draft does not hold the content (any more).
 * - `hold`: a draft attempt found the content held by the site.
 * - `approve`, `publish`, `verify`: the way out.
 * - `return`: it turned out that nothing was sent.
 * - `revise`: new content.
 * - `skip`, `supersede`: given up.
 */
export const itemEvents = [
  'redraft',
  'hold',
  'approve',
  'publish',
  'verify',
  'return',
  'revise',
  'skip',
  'supersede',
] as const;

export type ItemEvent = (typeof itemEvents)[number];

const givenUp = { skip: 'skipped', supersede: 'superseded' } as const;
const rework = { redraft: 'draft', revise: 'draft' } as const;

const transitions: Readonly<Record<ItemState, Partial<Record<ItemEvent, ItemState>>>> = {
  captured: { ...givenUp, redraft: 'draft', revise: 'captured', hold: 'review_ready' },
  draft: { ...givenUp, ...rework, hold: 'review_ready' },
  review_ready: { ...givenUp, ...rework, hold: 'review_ready', approve: 'approved' },
  approved: { ...givenUp, ...rework, publish: 'published', return: 'review_ready' },
  published: { verify: 'readback_verified', return: 'review_ready' },
  readback_verified: { supersede: 'superseded' },
  skipped: {},
  superseded: {},
};

/** Where events lead from a state; null when one of them is not possible there. */
export function advance(state: string, events: readonly ItemEvent[]): ItemState | null {
  const start = itemStateSchema.safeParse(state);
  if (!start.success) return null;
  let present: ItemState = start.data;
  for (const event of events) {
    const next = transitions[present][event];
    if (next === undefined) return null;
    present = next;
  }
  return present;
}
