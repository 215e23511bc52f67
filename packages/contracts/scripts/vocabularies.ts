import { schemaFiles } from './schemas.ts';

/** The closed sets of every published schema: by schema, then by the place of the field, all values that may stand there. */
export type Vocabularies = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/**
 * Reads the sets from the schemas as they are published, so that it sees what somebody in another language sees. Places
 * are paths of property names, `[]` for an item and `{}` for a value of a record; alternatives share their place.
 */
export function vocabularies(): Vocabularies {
  return Object.fromEntries(
    [...schemaFiles()].map(([name, text]) => {
      const schema = JSON.parse(text) as Json;
      const sets = new Map<string, Set<string>>();
      collect(schema, '', schema, sets);
      return [name.replace('.schema.json', ''), inOrder(sets)];
    }),
  );
}

function inOrder(
  sets: ReadonlyMap<string, ReadonlySet<string>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...sets]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([place, values]) => [place, [...values].sort()]),
  );
}

function collect(node: unknown, place: string, root: Json, sets: Map<string, Set<string>>): void {
  if (!isJson(node)) return;
  const { enum: values, const: value, properties, items, additionalProperties, $ref } = node;
  for (const each of [...(Array.isArray(values) ? values : []), ...(value === undefined ? [] : [value])]) {
    if (typeof each === 'string') sets.set(place, (sets.get(place) ?? new Set()).add(each));
  }
  if (typeof $ref === 'string') collect(resolved(root, $ref), place, root, sets);
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const parts = node[key];
    if (Array.isArray(parts)) for (const part of parts) collect(part, place, root, sets);
  }
  if (isJson(properties)) {
    for (const [key, part] of Object.entries(properties)) {
      collect(part, place === '' ? key : `${place}.${key}`, root, sets);
    }
  }
  collect(items, `${place}[]`, root, sets);
  collect(additionalProperties, `${place}{}`, root, sets);
}

function resolved(root: Json, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, part) => (isJson(node) ? node[part] : undefined), root);
}

/** The sets of both; nothing that was published is taken away. */
export function withAll(before: Vocabularies, now: Vocabularies): Vocabularies {
  const merged = { ...before };
  for (const [schema, sets] of Object.entries(now)) {
    const places = { ...merged[schema] };
    for (const [place, values] of Object.entries(sets)) {
      places[place] = [...new Set([...(places[place] ?? []), ...values])].sort();
    }
    merged[schema] = Object.fromEntries(
      Object.entries(places).sort(([left], [right]) => (left < right ? -1 : 1)),
    );
  }
  return merged;
}
