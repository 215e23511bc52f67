import { type JsonLimits, readStrictJson } from '@cux/contracts';
import type { ReadField } from './fields.ts';

const mostFields = 20_000;
const bodyLimits: JsonLimits = {
  maximumBytes: 33_554_432,
  maximumDepth: 32,
  maximumKeys: mostFields,
  numbers: 'any',
};
const loneSurrogate = /\p{Surrogate}/u;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

function kindOf(value: Json): ReadField['kind'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** Values that do not survive every reader: integers beyond 2^53, infinities, lone surrogates. */
function isLossy(value: Json): boolean {
  if (typeof value === 'string') return loneSurrogate.test(value);
  if (typeof value !== 'number') return false;
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

function escapeToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Every node below the root, containers before their members. Null when one of them is lossy. */
function flatten(root: Json): readonly ReadField[] | null {
  const fields: ReadField[] = [];
  const waiting: { readonly name: string; readonly value: Json }[] = [{ name: '', value: root }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { name, value } = next;
    if (isLossy(value) || loneSurrogate.test(name) || fields.length > mostFields) return null;
    const scalar = typeof value === 'object' ? null : value;
    if (name !== '') fields.push({ name, kind: kindOf(value), value: scalar });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      waiting.push({ name: `${name}/${escapeToken(key)}`, value: member });
    }
  }
  return fields;
}

/**
 * Reads a JSON body into its nodes; null when strict reading refuses it (not UTF-8, no object, a duplicate key at
 * any depth, deeper than 32, names that programs give a meaning of their own) or readers disagree about a value.
 */
export function readJson(bytes: Uint8Array): readonly ReadField[] | null {
  const reading = readStrictJson(bytes, bodyLimits);
  return reading.ok ? flatten(reading.value as Json) : null;
}
