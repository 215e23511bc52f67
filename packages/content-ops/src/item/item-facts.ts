import type { CapabilityRecord } from '@cux/kernel/capability';

/** What the record keeps of the site and of the work on the item. Nothing private: the log's neighbours see it. */
export interface ItemFacts {
  /** The site's own id of the item. */
  readonly itemId: string | null;
  /** When the site was found to hold the draft, in milliseconds since the epoch. */
  readonly draftedAt: number | null;
  /** Attempts in a row that failed for reasons of the site or engine. */
  readonly failures: number;
  /** The todo that last waited for a person to sign in. */
  readonly signInFor: string | null;
}

export function itemFacts(record: CapabilityRecord | null): ItemFacts {
  const facts = record?.facts ?? {};
  const { item_id, drafted_at, failures, sign_in_for } = facts;
  return {
    itemId: typeof item_id === 'number' || typeof item_id === 'string' ? String(item_id) : null,
    draftedAt: typeof drafted_at === 'number' ? drafted_at : null,
    failures: typeof failures === 'number' ? failures : 0,
    signInFor: typeof sign_in_for === 'string' && sign_in_for !== '' ? sign_in_for : null,
  };
}
