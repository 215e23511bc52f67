import { visit } from 'jsonc-parser';
import type { ReadField } from './fields.ts';
import { strictText } from './strict-text.ts';

const deepest = 32;
const mostFields = 20_000;
const loneSurrogate = /\p{Surrogate}/u;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A duplicate key, a comment or anything else that readers of JSON disagree about. */
function isAmbiguous(text: string): boolean {
  const openObjects: Set<string>[] = [];
  let ambiguous = false;
  let depth = 0;
  const enter = () => {
    depth += 1;
    if (depth > deepest) ambiguous = true;
    return !ambiguous;
  };
  visit(
    text,
    {
      onObjectBegin: () => {
        openObjects.push(new Set());
        return enter();
      },
      onObjectEnd: () => {
        openObjects.pop();
        depth -= 1;
      },
      onArrayBegin: enter,
      onArrayEnd: () => {
        depth -= 1;
      },
      onObjectProperty: (name) => {
        const names = openObjects.at(-1);
        if (names === undefined || names.has(name)) ambiguous = true;
        names?.add(name);
      },
      onError: () => {
        ambiguous = true;
      },
    },
    { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false },
  );
  return ambiguous;
}

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
 * Reads a JSON body into its nodes; null when it is unreadable: not UTF-8, not JSON, a duplicate key at any
 * depth, deeper than 32, a root that is no object or array, or values that readers disagree about.
 */
export function readJson(bytes: Uint8Array): readonly ReadField[] | null {
  const text = strictText(bytes);
  if (text === null || exceedsDepth(text) || isAmbiguous(text)) return null;
  const root: unknown = JSON.parse(text);
  return typeof root === 'object' && root !== null ? flatten(root as Json) : null;
}

/** A coarse look at the brackets that stops a deep body before a recursive reader sees it. */
function exceedsDepth(text: string): boolean {
  let open = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === 0x5c) index += 1;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x5b || unit === 0x7b) open += 1;
    else if (unit === 0x5d || unit === 0x7d) open -= 1;
    if (open > deepest) return true;
  }
  return false;
}
