import { type Digest, digestOf } from '@cux/contracts';
import { z } from 'zod';

/**
 * What is to be published, field by field (`title`, `body`, …), as a person approves it. Line breaks are `\n`.
 * The field `site` is reserved: it names the site of the publishing rules, and may be left out where the rules
 * have only one.
 *
 * Bounds: 1 … 40 fields, each at most 65 536 characters, without carriage returns and NUL (no form field keeps
 * them).
 */
export const contentSchema = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
    z
      .string()
      .max(65_536)
      .regex(/^[^\r\0]*$/),
  )
  .refine((content) => Object.keys(content).length >= 1 && Object.keys(content).length <= 40);

export type Content = z.infer<typeof contentSchema>;

/** Where content is read from; the app supplies it (content lives in the vault, not here). */
export interface ContentSource {
  /** The present content of the record. Throws when there is none. */
  read(recordId: string): Promise<Content>;
}

/** The digest that the record and every gate on it carry. Covers every field, `site` too. */
export function contentDigest(content: Content): Digest {
  return digestOf('cux/content', content);
}
