import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';
import { type FieldPredicate, originSchema, type WriteRule } from './write-rule.ts';

/** Stands among the open fields for every field that no predicate names. */
export const anyOtherField = '*';

/** The fields of query and body together (20 and 40), and any other. */
const namesSchema = lazySchema(() => z.array(z.string().min(1).max(201)).max(61));

/**
 * What a person is shown of one write that an approval lets leave, once. It goes to exactly this address; `broad`: what it
 * holds is not wholly approved, since nobody but the page knows it.
 */
export const leavingWriteSchema = lazySchema(() =>
  z.strictObject({
    describes: z.string().min(1).max(200),
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    origin: originSchema,
    path: z.string().min(1).max(500),
    /** Every field that a predicate names, those of the query with a question mark before them. */
    fields: namesSchema,
    /** Those of them that may hold more than one value; `*`: there may be fields that none names. */
    open_fields: namesSchema,
    broad: z.boolean(),
  }),
);

export type LeavingWrite = z.infer<typeof leavingWriteSchema>;

/** Whether the field, where it is there, can hold one value and no other. */
function isExact(predicate: FieldPredicate): boolean {
  switch (predicate.operator) {
    case 'present':
    case 'matches':
      return false;
    case 'one_of':
      return predicate.values.length === 1;
    default:
      return true;
  }
}

/** What a person is shown of the rules that a permit would arm. */
export function leavingWrites(rules: readonly WriteRule[]): LeavingWrite[] {
  return rules.map(({ describes, method, origin, path, query, body }) => {
    const inBody = body.kind === 'empty' ? [] : body.fields;
    const named = [
      ...query.map((predicate) => ({ name: `?${predicate.field}`, exact: isExact(predicate) })),
      ...inBody.map((predicate) => ({ name: predicate.field, exact: isExact(predicate) })),
    ];
    const open_fields = [
      ...named.filter(({ exact }) => !exact).map(({ name }) => name),
      ...(body.kind !== 'empty' && body.other_fields === 'allow' ? [anyOtherField] : []),
    ];
    const fields = named.map(({ name }) => name);
    return { describes, method, origin, path, fields, open_fields, broad: open_fields.length > 0 };
  });
}

/** How many open fields a sentence names before it counts them. */
const namedFields = 4;

/**
 * How far an approval of this write goes, in at most 160 characters: a sentence holds it before whatever may be long, so that no
 * cut takes it away. Null where it is for exactly one content.
 */
export function breadthOf({ open_fields: open }: Pick<LeavingWrite, 'open_fields'>): string | null {
  if (open.length === 0) return null;
  const names = open.map((field) => (field === anyOtherField ? 'any other field' : field.slice(0, 24)));
  // What nobody has named comes first: it is the widest.
  const listed = (open.at(-1) === anyOtherField ? [names.at(-1), ...names.slice(0, -1)] : names).slice(
    0,
    namedFields,
  );
  const more = open.length > namedFields ? ` and ${open.length - namedFields} more` : '';
  return `broad: any value may leave in ${listed.join(', ')}${more}`;
}
