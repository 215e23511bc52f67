import { z } from 'zod';
import { digestSchema } from '../ids/digest-schema.ts';
import { lazySchema } from '../lazy-schema.ts';

/** An HTTP origin: scheme, host and port, without a path. */
export const originSchema = lazySchema(() =>
  z
    .string()
    .max(300)
    .regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$|^https?:\/\/\[[0-9a-f:]+\](:\d{1,5})?$/),
);

/**
 * A path or value template. `{integer}` stands for one or more digits, `{segment}` for one or more characters
 * other than `/`; everything else is literal. There are no regular expressions here: a rule must be readable
 * by the person who approves it, and must match in linear time.
 */
export const templateSchema = lazySchema(() => z.string().min(1).max(500));

const predicateField = lazySchema(() => z.string().min(1).max(200));

/**
 * What one field of a query or a body must be.
 * In a JSON body `field` is a JSON Pointer (RFC 6901); in a form, multipart or query it is the field's name.
 */
export const fieldPredicateSchema = lazySchema(() =>
  z.discriminatedUnion('operator', [
    z.strictObject({
      field: predicateField,
      operator: z.literal('equals'),
      value: z.union([z.string().max(65_536), z.number(), z.boolean(), z.null()]),
    }),
    /** Absent, or equal. For editors that send a field only when it has changed. */
    z.strictObject({
      field: predicateField,
      operator: z.literal('equals_if_present'),
      value: z.union([z.string().max(65_536), z.number(), z.boolean(), z.null()]),
    }),
    z.strictObject({
      field: predicateField,
      operator: z.literal('one_of'),
      values: z.array(z.string().max(400)).min(1).max(20),
    }),
    z.strictObject({ field: predicateField, operator: z.literal('matches'), template: templateSchema }),
    /** A file of a multipart body: this name, and these bytes by their digest. */
    z.strictObject({
      field: predicateField,
      operator: z.literal('file'),
      name: z.string().min(1).max(200),
      digest: digestSchema,
    }),
    z.strictObject({ field: predicateField, operator: z.literal('present') }),
    z.strictObject({ field: predicateField, operator: z.literal('absent') }),
  ]),
);

export type FieldPredicate = z.infer<typeof fieldPredicateSchema>;

/**
 * What a body must be. `other_fields: deny` refuses every field that no predicate names, so that what a
 * person approved is all that leaves. A field that occurs twice matches nothing.
 */
export const bodyPredicateSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('empty') }),
    z.strictObject({
      kind: z.enum(['json', 'form', 'multipart']),
      fields: z.array(fieldPredicateSchema).min(1).max(40),
      other_fields: z.enum(['allow', 'deny']),
    }),
  ]),
);

export type BodyPredicate = z.infer<typeof bodyPredicateSchema>;

/**
 * One state-changing request that may leave the browser. Method, URL, override
 * header **and body** must all match; the default is to block.
 */
export const writeRuleSchema = lazySchema(() =>
  z.strictObject({
    /** Stable within the plan; named in fingerprints and in the question a person is asked. */
    id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    effect_class: z.enum(['draft', 'external_write', 'credential_use']),
    /** What it does, in the words a reviewer reads. */
    describes: z.string().min(1).max(200),
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    origin: originSchema,
    path: templateSchema,
    query: z.array(fieldPredicateSchema).max(20),
    /** The value that `X-HTTP-Method-Override` (or an equivalent header) must have; `null`: it must be absent. */
    override_method: z.enum(['PUT', 'PATCH', 'DELETE']).nullable(),
    body: bodyPredicateSchema,
  }),
);

export type WriteRule = z.infer<typeof writeRuleSchema>;
