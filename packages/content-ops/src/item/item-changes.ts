import type { CapabilityRecord } from '@cux/kernel/capability';
import { type Content, contentDigest } from '../content/content.ts';
import { advance, type ItemEvent } from './item-machine.ts';

/** The name under which records and todos of this capability are kept. */
export const capabilityId = 'content-ops';

/** What the kernel's command `put-record` takes. */
export interface RecordChange {
  readonly capability: string;
  readonly record_id: string;
  readonly expected_version: number;
  readonly state: string;
  readonly content_digest: string;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** Ends what was asked or approved about the item, in the same transaction: the item is given up. */
  readonly ends_approvals: boolean;
}

export type ItemChange =
  | { readonly ok: true; readonly change: RecordChange }
  | { readonly ok: false; readonly rule: 'item.not-possible'; readonly message: string };

/** A new item. */
export function captureItem(recordId: string, content: Content): RecordChange {
  return {
    capability: capabilityId,
    record_id: recordId,
    expected_version: 0,
    state: 'captured',
    content_digest: contentDigest(content),
    facts: {},
    ends_approvals: false,
  };
}

/** New content for an item: a new revision, so that the kernel supersedes every gate on the old one. */
export function reviseItem(record: CapabilityRecord, content: Content): ItemChange {
  return changeItem(record, 'revise', contentDigest(content));
}

export function skipItem(record: CapabilityRecord): ItemChange {
  return changeItem(record, 'skip', record.content_digest);
}

export function supersedeItem(record: CapabilityRecord): ItemChange {
  return changeItem(record, 'supersede', record.content_digest);
}

function changeItem(record: CapabilityRecord, event: ItemEvent, digest: string): ItemChange {
  const state = advance(record.state, [event]);
  if (state === null) {
    const message = `An item that is ${record.state} cannot be changed this way; capture a new one.`;
    return { ok: false, rule: 'item.not-possible', message };
  }
  const { capability, record_id, version } = record;
  const facts = { ...record.facts, failures: 0 };
  const ends_approvals = event === 'skip' || event === 'supersede';
  return {
    ok: true,
    change: {
      capability,
      record_id,
      expected_version: version,
      state,
      content_digest: digest,
      facts,
      ends_approvals,
    },
  };
}
