import { publishedRecords } from '../records/published.ts';

/** A place in a JSON value, from the top down. */
export type JsonPath = readonly PropertyKey[];

const roots = ['receipt', 'annex'];

let knownKeys: ReadonlySet<string> | undefined;

/** The JSON Pointer (RFC 6901) of a place; a key that no schema names becomes `*`. */
export function pointerOf(path: JsonPath): string {
  knownKeys ??= collectKnownKeys();
  return path.map((segment) => `/${segmentText(segment)}`).join('');
}

/** Whether a schema names this key. */
export function isKnownKey(key: string): boolean {
  knownKeys ??= collectKnownKeys();
  return knownKeys.has(key);
}

function segmentText(segment: PropertyKey): string {
  if (typeof segment === 'number') return String(segment);
  if (typeof segment === 'string' && knownKeys?.has(segment)) return segment;
  return '*';
}

function collectKnownKeys(): ReadonlySet<string> {
  const keys = new Set(roots);
  for (const schema of Object.values(publishedRecords)) collectKeys(schema, keys, new Set());
  return keys;
}

/** Walks a zod schema without knowing its kinds: every `shape` on the way names keys. */
function collectKeys(node: unknown, keys: Set<string>, seen: Set<unknown>): void {
  if (typeof node !== 'object' || node === null || seen.has(node)) return;
  seen.add(node);
  const definition = (node as { def?: unknown }).def;
  if (typeof definition !== 'object' || definition === null) return;
  for (const [name, part] of Object.entries(definition)) {
    if (name === 'shape') {
      for (const [key, schema] of Object.entries(part as object)) {
        keys.add(key);
        collectKeys(schema, keys, seen);
      }
    } else if (Array.isArray(part)) {
      for (const each of part) collectKeys(each, keys, seen);
    } else {
      collectKeys(part, keys, seen);
    }
  }
}
