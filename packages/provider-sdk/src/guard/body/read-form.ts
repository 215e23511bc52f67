import type { ReadField } from './fields.ts';
import { strictText } from './strict-text.ts';

const mostFields = 2_000;

function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function readPair(pair: string): ReadField | null {
  const equals = pair.indexOf('=');
  const name = decodePart(equals < 0 ? pair : pair.slice(0, equals));
  const value = decodePart(equals < 0 ? '' : pair.slice(equals + 1));
  if (name === null || name === '' || value === null || name.includes('\0')) return null;
  return { name, kind: 'string', value };
}

/**
 * Reads `name=value&…`; null when it is not plain: anything but printable ASCII, an empty pair or name,
 * malformed escapes, escapes that are not UTF-8, a raw `;` (some servers split there), too many fields.
 */
export function readUrlEncoded(text: string): readonly ReadField[] | null {
  if (text === '') return [];
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes(';')) return null;
  const pairs = text.split('&');
  if (pairs.length > mostFields) return null;
  const fields = pairs.map(readPair);
  return fields.every((field) => field !== null) ? fields : null;
}

/**
 * Whether a name occurs twice where only one can count. Lists (`tags[]`) may repeat; predicates that name them
 * refuse them all the same.
 */
export function hasRepeatedName(fields: readonly ReadField[]): boolean {
  const seen = new Set<string>();
  return fields.some(({ name }) => {
    const repeated = seen.has(name) && !name.endsWith('[]');
    seen.add(name);
    return repeated;
  });
}

/** A form that names its own character set may be read in another one than ours. */
export function namesOtherCharset(fields: readonly ReadField[]): boolean {
  return fields.some(({ name, value }) => name === '_charset_' && String(value).toLowerCase() !== 'utf-8');
}

/** Reads an `application/x-www-form-urlencoded` body; null when it is unreadable. */
export function readForm(bytes: Uint8Array): readonly ReadField[] | null {
  const text = strictText(bytes);
  const fields = text === null ? null : readUrlEncoded(text);
  if (fields === null || hasRepeatedName(fields) || namesOtherCharset(fields)) return null;
  return fields;
}
