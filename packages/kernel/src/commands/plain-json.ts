/** How deep a value may be nested, and of how many values it may consist. */
const bounds = { depth: 100, values: 100_000 } as const;

/**
 * Whether an input is what JSON can hold, so that it has a canonical form: plain objects and arrays, text without lone
 * surrogates, finite numbers; not endless, and no deeper or larger than the bounds. Bytes and left-out fields may stand
 * among it: they are no part of that form as they are. A getter that throws makes it none.
 */
export function isPlainJson(value: unknown): boolean {
  const left = { values: bounds.values };
  try {
    return holds(value, 0, left);
  } catch {
    return false;
  }
}

function holds(value: unknown, depth: number, left: { values: number }): boolean {
  left.values -= 1;
  if (depth > bounds.depth || left.values < 0) return false;
  if (value === undefined || value === null || typeof value === 'boolean') return true;
  if (typeof value === 'string') return isWhole(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (value instanceof Uint8Array) return true;
  if (Array.isArray(value)) return value.every((each) => holds(each, depth + 1, left));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.entries(value).every(([key, each]) => isWhole(key) && holds(each, depth + 1, left));
}

/** Whether a text has no half of a sign: in this mode a pair is one sign, so what is found stands alone. */
function isWhole(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
