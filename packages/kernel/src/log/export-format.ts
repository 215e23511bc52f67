import { z } from 'zod';
import type { ChainLink, StoredEvent } from '../ports/store.ts';

/**
 * The exported log: JSON Lines, in UTF-8, one object a line, each ended by a line feed, without empty lines. An object
 * has one text only, the one that the functions below write: no other order, number, escape or space, no key twice.
 *
 * The first line is the head. Then comes each link of the chain, in order, and after each link its events, in order. A
 * body is the very text that was hashed. Nothing is left out: the file can be verified without the store (see
 * `docs/kernel.md`).
 */
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const exportHeadSchema = z.strictObject({
  schema_version: z.literal('cux_audit_export_v1'),
  workspace: z.string().min(1).max(200),
  /** How many links and events follow. */
  links: count,
  events: count,
  /** The hash of the last link; null where there is none. */
  head: hash.nullable(),
});

export const exportLinkSchema = z.strictObject({
  link: z.strictObject({
    batch: count,
    first_sequence: count,
    last_sequence: count,
    previous_hash: hash,
    hash,
  }),
});

export const exportEventSchema = z.strictObject({
  event: z.strictObject({ sequence: count, batch: count, kind: z.string(), body: z.string() }),
});

export type ExportHead = z.infer<typeof exportHeadSchema>;

export function headLine({ schema_version, workspace, links, events, head }: ExportHead): string {
  return JSON.stringify({ schema_version, workspace, links, events, head });
}

export function linkLine({ batch, first_sequence, last_sequence, previous_hash, hash }: ChainLink): string {
  return JSON.stringify({ link: { batch, first_sequence, last_sequence, previous_hash, hash } });
}

export function eventLine({ sequence, batch, kind, body }: StoredEvent): string {
  return JSON.stringify({ event: { sequence, batch, kind, body } });
}
