import { z } from 'zod';

/**
 * The exported log: JSON Lines, in UTF-8, one object a line, without empty lines.
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
