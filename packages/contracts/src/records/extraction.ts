import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';
import { targetSchema } from './target.ts';
import { templateSchema } from './write-rule.ts';

/**
 * A value in the site's own store, read by GET through the browser's session (the guard sees it). In an extraction
 * `url` may hold `{name}` of an earlier one. `header` is read from another GET of the same origin (a nonce), and never
 * leaves the provider.
 */
export const storeSourceSchema = lazySchema(() =>
  z.strictObject({
    kind: z.literal('json'),
    url: z.string().min(1).max(2_000),
    pointer: z.string().max(400),
    header: z
      .strictObject({ name: z.string().regex(/^[A-Za-z-]{1,64}$/), url: z.string().min(1).max(2_000) })
      .optional(),
  }),
);

export type StoreSource = z.infer<typeof storeSourceSchema>;

/**
 * A fact that the plan wants named in the annex, for example `post_id` or `status`. It is typed here, before
 * the page is seen: what does not have the type is not extracted, and strings pass the leak screen.
 */
export const extractionSchema = lazySchema(() =>
  z.strictObject({
    name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
    type: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('integer') }),
      z.strictObject({ kind: z.literal('boolean') }),
      z.strictObject({
        kind: z.literal('one_of'),
        values: z.array(z.string().min(1).max(100)).min(1).max(20),
      }),
      z.strictObject({ kind: z.literal('text'), maximum: z.number().int().min(1).max(400) }),
      /** Only the digest of the value leaves the provider. */
      z.strictObject({ kind: z.literal('digest') }),
    ]),
    required: z.boolean(),
    source: z.discriminatedUnion('kind', [
      /** The first `{integer}` or `{segment}` of the template, matched against the path and query of the page's address. */
      z.strictObject({ kind: z.literal('address'), template: templateSchema }),
      /** Whether the target is on the page (type `boolean`). */
      z.strictObject({ kind: z.literal('target_present'), target: targetSchema }),
      /**
       * Whether the field holds exactly this value (type `boolean`), for sites whose store shows in a form only: on a page
       * that was opened anew, a field holds what the site has stored. Nothing is extracted where there is no such field.
       */
      z.strictObject({
        kind: z.literal('target_holds'),
        target: targetSchema,
        value: z.string().max(65_536),
      }),
      storeSourceSchema,
    ]),
  }),
);

export type Extraction = z.infer<typeof extractionSchema>;
