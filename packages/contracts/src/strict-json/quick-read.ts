import type { JsonLimits } from './limits.ts';
import { reservedKeys } from './reserved-keys.ts';

/**
 * Reads a text that breaks no rule of strict reading, at the price of `JSON.parse`; `undefined` for every text about
 * which there is any doubt, which is then walked token by token to name what is wrong.
 *
 * One pass before anything is built counts depth and keys outside of strings. A key that occurs twice shows
 * afterwards: `JSON.parse` keeps one of the two, so the object has fewer keys than the text.
 *
 * @param isAscii what its bytes told already; looked at where it is left out
 */
export function quickRead(
  text: string,
  limits: JsonLimits,
  isAscii = /^\p{ASCII}*$/u.test(text),
): Readonly<Record<string, unknown>> | undefined {
  const keys = keysOf(text, limits);
  if (keys === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // No other text can hold a NUL, half a character or a character that is none.
  const walk = new Walk(!isAscii || text.includes('\\u'));
  return walk.isPlain(value) && walk.keys === keys ? (value as Record<string, unknown>) : undefined;
}

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;
/** `[` and `{`, `]` and `}` differ in one bit. */
const curly = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/** The number of keys outside of strings; `undefined` over a limit, or where a number may be no integer. */
function keysOf(text: string, { maximumDepth, maximumKeys }: JsonLimits): number | undefined {
  let depth = 0;
  let keys = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === colon) keys += 1;
    else if ((code | curly) === opening) depth += 1;
    else if ((code | curly) === closing) depth -= 1;
    else if (isFraction(text, index, code)) return undefined;
    if (depth > maximumDepth || keys > maximumKeys) return undefined;
  }
  return keys;
}

/** The place of the quote that ends the string; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, end: number): boolean {
  let index = end - 1;
  while (text.charCodeAt(index) === backslash) index -= 1;
  return (end - index) % 2 === 0;
}

/** A point, or an exponent: the `e` of `true` follows a letter. */
function isFraction(text: string, index: number, code: number): boolean {
  if (code === 0x2e) return true;
  if (code !== 0x45 && code !== 0x65) return false;
  const before = text.charCodeAt(index - 1);
  return before >= 0x30 && before <= 0x39;
}

class Walk {
  keys = 0;
  readonly #checksText: boolean;

  constructor(checksText: boolean) {
    this.#checksText = checksText;
  }

  isPlain(value: unknown): boolean {
    if (typeof value === 'string') return !this.#checksText || isPlainText(value);
    if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0);
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) return value.every((item) => this.isPlain(item));
    for (const key of Object.keys(value)) {
      this.keys += 1;
      if (reservedKeys.has(key) || (this.#checksText && !isPlainText(key))) return false;
      if (!this.isPlain((value as Readonly<Record<string, unknown>>)[key])) return false;
    }
    return true;
  }
}

function isPlainText(text: string): boolean {
  return !/[\p{Surrogate}\p{Noncharacter_Code_Point}]/u.test(text) && !text.includes('\0');
}
