import { isBytes } from '@cux/contracts';

/** How deep a value may be nested, and of how many values it may consist. */
const bounds = { depth: 100, values: 100_000 } as const;

/** Stands for a value that JSON cannot hold. */
export const notJson = Symbol('not json');

/**
 * A copy of an input that is nobody else's, with its members in order: what is checked and hashed is what is decided on,
 * whatever its sender does with theirs meanwhile. `notJson` where it is not what JSON can hold: plain objects and arrays,
 * text without lone surrogates, finite numbers; not endless, and no deeper or larger than the bounds. Bytes may stand
 * among it, and are copied; a left-out field stays left out. A getter that throws makes it none.
 */
export function ownJson(value: unknown): unknown {
  try {
    return copyOf(value, 0, { values: bounds.values });
  } catch {
    return notJson;
  }
}

function copyOf(value: unknown, depth: number, left: { values: number }): unknown {
  left.values -= 1;
  if (depth > bounds.depth || left.values < 0) return notJson;
  if (value === undefined || value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.isWellFormed() ? value : notJson;
  if (typeof value === 'number') return Number.isFinite(value) ? value : notJson;
  if (typeof value !== 'object') return notJson;
  if (isBytes(value)) return new Uint8Array(value);
  if (Array.isArray(value)) return copyOfElements(value, depth + 1, left);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return notJson;
  return copyOfMembers(value as Readonly<Record<string, unknown>>, depth + 1, left);
}

function copyOfElements(values: readonly unknown[], depth: number, left: { values: number }): unknown {
  const copy: unknown[] = [];
  for (const value of values) {
    const each = copyOf(value, depth, left);
    if (each === notJson) return notJson;
    copy.push(each);
  }
  return copy;
}

function copyOfMembers(
  value: Readonly<Record<string, unknown>>,
  depth: number,
  left: { values: number },
): unknown {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const each = copyOf(value[key], depth, left);
    if (each === notJson || !key.isWellFormed()) return notJson;
    // Assigned, it would be no member.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: each, enumerable: true });
    else if (each !== undefined) copy[key] = each;
  }
  return copy;
}
