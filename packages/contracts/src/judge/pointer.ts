import { publishedRecords } from '../records/published.ts';
import { isWritebackCommand } from './writeback-commands.ts';
import { isWritebackName } from './writeback-names.ts';

/** A place in a JSON value, from the top down. */
export type JsonPath = readonly PropertyKey[];

/** What the schemas themselves say: the names of keys, and the words of closed sets. */
interface Vocabulary {
  readonly keys: Set<string>;
  readonly words: Set<string>;
}

let vocabulary: Vocabulary | undefined;

/** The JSON Pointer (RFC 6901) of a place; a key that no schema names becomes `*`. */
export function pointerOf(path: JsonPath): string {
  return path.map((segment) => `/${segmentText(segment)}`).join('');
}

/** Whether a schema names this key. */
export function isKnownKey(key: string): boolean {
  vocabulary ??= collectVocabulary();
  return vocabulary.keys.has(key);
}

/** A word of a closed set (an enum, a literal) that says nothing but itself: there is nothing to look for in it. */
export function isKnownWord(text: string): boolean {
  vocabulary ??= collectVocabulary();
  return vocabulary.words.has(text);
}

function segmentText(segment: PropertyKey): string {
  if (typeof segment === 'number') return String(segment);
  if (typeof segment === 'string' && isKnownKey(segment)) return segment;
  return '*';
}

function collectVocabulary(): Vocabulary {
  const found: Vocabulary = { keys: new Set(['receipt', 'annex']), words: new Set() };
  for (const schema of Object.values(publishedRecords)) collect(schema, found, new Set());
  for (const word of found.words) {
    if (isWritebackCommand(word) || isWritebackName(word)) found.words.delete(word);
  }
  return found;
}

/** Walks a zod schema without knowing its kinds: every `shape` on the way names keys, `entries` and `values` words. */
function collect(node: unknown, found: Vocabulary, seen: Set<unknown>): void {
  if (typeof node !== 'object' || node === null || seen.has(node)) return;
  seen.add(node);
  const definition = (node as { def?: unknown }).def;
  if (typeof definition !== 'object' || definition === null) return;
  for (const [name, part] of Object.entries(definition)) {
    if (name === 'shape') {
      for (const [key, schema] of Object.entries(part as object)) {
        found.keys.add(key);
        collect(schema, found, seen);
      }
    } else if (name === 'entries' || name === 'values') {
      for (const word of Object.values(part as object)) if (typeof word === 'string') found.words.add(word);
    } else if (Array.isArray(part)) {
      for (const each of part) collect(each, found, seen);
    } else {
      collect(part, found, seen);
    }
  }
}
