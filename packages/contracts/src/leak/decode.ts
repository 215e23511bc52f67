import type { Budget } from './budget.ts';
import { matchesOf } from './matches.ts';
import { kind, type Survey } from './survey.ts';
import { replaceView, type View, wholeView } from './view.ts';

/**
 * Escapes of addresses and of code, each once and one behind the other: a page that holds both is read once more for both
 * of them, and not for every choice of them.
 */
export function decodeSigns(view: View, budget: Budget, { kinds }: Survey): View | null {
  let decoded: View | null = null;
  for (const [bits, decode] of signs) {
    if ((kinds & bits) !== 0) decoded = decode(decoded ?? view, budget) ?? decoded;
  }
  return decoded;
}

/** `%41` and `%u0041`, once; runs of escapes are decoded together, because a character may take several. */
function decodePercent(view: View, budget: Budget): View | null {
  return replaceView(
    view,
    /(?:%u[0-9a-f]{4}){1,400}|(?:%[0-9a-f]{2}){1,400}/gi,
    ([escapes]) => {
      if (/^%u/i.test(escapes)) {
        return escapes.replace(/%u([0-9a-f]{4})/gi, (_, digits: string) => unitOf(digits));
      }
      try {
        // Every other byte of UTF-16 is nought.
        return decodeURIComponent(escapes).replaceAll('\0', '');
      } catch {
        return escapes.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
      }
    },
    budget,
  );
}

/** What a code unit is, by its hexadecimal digits; nothing for nought, which shows nothing. */
function unitOf(digits: string): string {
  const unit = Number.parseInt(digits, 16);
  return unit === 0 ? '' : String.fromCharCode(unit);
}

/** A `+` that stands for a space, in a text that is form-encoded. */
export function decodePlus(view: View, budget: Budget): View | null {
  return replaceView(view, /(?<=[\w%])\+{1,3}(?=[\w%])/g, ([signs]) => ' '.repeat(signs.length), budget);
}

/** Quoted-printable: `=41`, and the soft break at the end of a line. */
export function decodeQuotedPrintable(view: View, budget: Budget): View | null {
  // Two decimal digits behind the sign, as in `status=200`, are no escape by themselves.
  if (!/=(?:\r?\n|[2-7C-F][A-F]|[2-7C-F]\d=[0-9A-F]{2})/.test(view.text)) return null;
  return replaceView(
    view,
    /(?:=[2-7C-F][0-9A-F](?:=[0-9A-F]{2}){0,400})|=\r?\n/g,
    ([escapes]) => (escapes.length < 3 || escapes[1] === '\r' ? '' : utf8Text(escapes, 3)),
    budget,
  );
}

const utf8 = new TextDecoder();

/** The text of bytes that are written one behind the other, each as a mark and two hexadecimal digits. */
function utf8Text(escapes: string, stride: 3 | 4): string {
  const bytes = new Uint8Array(escapes.length / stride);
  for (let index = 0; index < bytes.length; index += 1) {
    const end = (index + 1) * stride;
    bytes[index] = (digitAt(escapes, end - 2) << 4) | digitAt(escapes, end - 1);
  }
  return utf8.decode(bytes);
}

/** The text of bytes that are written one behind the other, each as a mark and three octal digits. */
function octalText(escapes: string): string {
  const bytes = escapes.match(/[0-7]{3}/g) ?? [];
  return utf8.decode(Uint8Array.from(bytes, (digits) => Number.parseInt(digits, 8)));
}

/** The value of a hexadecimal digit; -1 for another character. */
export function digitAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = (code | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  equals: '=',
  lowbar: '_',
  commat: '@',
  period: '.',
};

const controlEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Escapes of JavaScript, JSON, Python, CSS, Markdown and HTML: `\u0041`, `\u{41}`, `\U00000041`, `\x41`, `\101`, `\41 `, `\_`, `&#65;`,
 * `&#x41;`, `&equals;`, `\"`.
 */
function decodeEscapes(view: View, budget: Budget): View | null {
  return replaceView(
    view,
    /(?:\\x[0-9a-f]{2}){1,400}|(?:\\[0-3][0-7]{2}){2,400}|((?:\\0{0,4}[2-7][0-9a-f] ?){4,400})|\\u(?:\{([0-9a-f]{1,6})\}|000([0-9a-f]{5})|([0-9a-f]{4}))|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&([a-z]{2,8});|\\(["'\\/nrt_:=@&#])/gi,
    (match) => {
      const [whole, styled, braced, long, unicode, hexadecimal, decimal, name, quoted] = match;
      if (styled !== undefined)
        return styled.replace(/\\([0-9a-f]+) ?/gi, (_, digits: string) => unitOf(digits));
      // `\U` has eight digits, and `\u` four.
      if (long !== undefined && whole[1] === 'u') return unitOf(`000${long[0]}`) + long.slice(1);
      if (quoted !== undefined) return controlEscapes[quoted] ?? quoted;
      if (name !== undefined) return namedEntities[name.toLowerCase()] ?? whole;
      if (/^\\x/i.test(whole)) return utf8Text(whole, 4);
      if (/^\\\d/.test(whole)) return octalText(whole);
      const code =
        decimal === undefined
          ? Number.parseInt(braced ?? long ?? unicode ?? hexadecimal ?? '', 16)
          : Number(decimal);
      const shown = code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      return shown === '\0' || /\p{Cf}/u.test(shown) ? '' : shown;
    },
    budget,
  );
}

const signs: readonly (readonly [bits: number, decode: typeof decodePercent])[] = [
  [kind.percent, decodePercent],
  [kind.escape | kind.entity, decodeEscapes],
];

/** Runs that read as base64 and hold text, each as a view of its own. */
export function decodeBase64Runs(view: View, _budget: Budget, { runs }: Survey): readonly View[] {
  if (!runs.some((start, place) => place % 2 === 0 && mayHoldText(view.text, start, runs[place + 1] ?? 0)))
    return [];
  return decodeRuns(view, runs, 0, /(?<![\w+/-])[\w+/-]{16,16384}={0,2}/g, decodePart);
}

/** A run that is one piece says with its first letters whether it holds text; one with signs within may hold several. */
function mayHoldText(text: string, start: number, end: number): boolean {
  if (beginsText(text, start) || beginsWideText(text, start) || end - start > longestPiece) return true;
  return text.slice(start, end).includes('=') || partStart(text.slice(start, end), 0) !== -1;
}

/** The first part of a run that holds text: all of it, or what follows a sign that may also be a letter: `files/…`, `ref-…`. */
function decodePart(run: string): string | null {
  let text = decodeBase64(run);
  for (let start = partStart(run, 0); text === null && start !== -1; start = partStart(run, start)) {
    text = decodeBase64(run.slice(start));
  }
  return text;
}

/** How far into a run a part of it is looked for, in letters: what stands before it is a name, or the steps of a path. */
const farthestPart = 100;
/** A shorter part holds no secret. */
const leastPart = 16;

/** Where the next part begins that may hold text; -1 when there is none. */
function partStart(run: string, after: number): number {
  const end = Math.min(farthestPart, run.length - leastPart);
  for (let index = after; index < end; index += 1) {
    const sign = run.charCodeAt(index);
    if (sign !== 0x2d && sign !== 0x2f && sign !== 0x5f) continue;
    if (beginsText(run, index + 1) || beginsWideText(run, index + 1)) return index + 1;
  }
  return -1;
}

/** The longest piece that is decoded, in letters. */
const longestPiece = 16_384;

/** Runs that read as hexadecimal and hold text, each as a view of its own. */
export function decodeHexRuns(view: View, _budget: Budget, { hexadecimals }: Survey): readonly View[] {
  const pattern = /(?<![0-9a-z])(?:0x)?(?:[0-9a-f]{2}[ :,./|_;\n-]?){8,8192}(?![0-9a-z])/gi;
  return decodeRuns(view, hexadecimals, 2, pattern, decodeHex);
}

/** @param context characters around a run that decide whether it is one */
function decodeRuns(
  view: View,
  places: readonly number[],
  context: number,
  pattern: RegExp,
  decode: (run: string) => string | null,
): readonly View[] {
  const found: View[] = [];
  for (let place = 0; place < places.length; place += 2) {
    const from = Math.max(0, (places[place] ?? 0) - context);
    for (const match of matchesOf(pattern, view.text.slice(from, (places[place + 1] ?? 0) + context))) {
      const text = decode(match[0]);
      const start = from + match.index;
      if (text !== null) found.push(wholeView(view, text, start, start + match[0].length));
    }
  }
  return found;
}

/** UTF-8 without controls, a byte a code unit; the end may be cut. Most runs fail at their first bytes. */
const readableBytes =
  /^(?:[\t\n\r\u0020-\u007e]|[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3})+[\u0080-\u00ff]{0,3}$/;

/** The value of each letter of base64, in either alphabet; 64 for other characters. */
const sextets = new Uint8Array(128).fill(64);
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((letter, value) => {
  sextets[letter.charCodeAt(0)] = value;
});
sextets[0x2d] = 62;
sextets[0x5f] = 63;

/** The three bytes that four letters stand for. */
const firstBytes = (text: string, start: number): number =>
  (sextetAt(text, start) << 18) |
  (sextetAt(text, start + 1) << 12) |
  (sextetAt(text, start + 2) << 6) |
  sextetAt(text, start + 3);

/** Whether the first bytes are those of Latin letters in UTF-16, in either order: its mark, or every other byte is nought. */
function beginsWideText(text: string, start: number): boolean {
  const bytes = firstBytes(text, start);
  if (bytes >> 8 === 0xfffe || bytes >> 8 === 0xfeff) return true;
  const isMiddleNought = (bytes & 0xff00) === 0;
  return isMiddleNought ? bytes >> 16 !== 0 : (bytes & 0xff00ff) === 0;
}

/** What the first four letters say is enough for most runs that hold no text: a control, or half a character. */
function beginsText(text: string, start: number): boolean {
  const bytes = firstBytes(text, start);
  return isLead(bytes >> 16) && !isControl((bytes >> 8) & 0xff) && !isControl(bytes & 0xff);
}

const sextetAt = (text: string, index: number): number => sextets[text.charCodeAt(index)] ?? 64;

/** Whether a character of UTF-8 may begin with this byte. */
const isLead = (byte: number): boolean => (byte < 0x80 ? !isControl(byte) : byte >= 0xc2 && byte <= 0xf4);

/** Latin letters in UTF-16, with its mark or without, the lower byte first or the higher one; the end may be cut. */
const wideBytes =
  /^(?:(?:\xff\xfe)?(?:[\t\n\r -~\xa0-\xff]\0)+[\t\n\r -~\xa0-\xff]?|(?:\xfe\xff)?(?:\0[\t\n\r -~\xa0-\xff])+\0?)$/;
const wideMark = /^(?:\xff\xfe|\xfe\xff)/;

function decodeBase64(run: string): string | null {
  const isWide = beginsWideText(run, 0);
  if (!isWide && !beginsText(run, 0)) return null;
  const length = run.endsWith('==') ? run.length - 2 : run.endsWith('=') ? run.length - 1 : run.length;
  if (length % 4 === 1) return null;
  try {
    // Of most runs the first letters say enough.
    const readable = isWide ? wideBytes : readableBytes;
    if (!readable.test(atob(standardBase64(run.slice(0, 16))))) return null;
    const bytes = atob(standardBase64(run.slice(0, length)));
    if (isWide) return wideBytes.test(bytes) ? bytes.replace(wideMark, '').replaceAll('\0', '') : null;
    return readableBytes.test(bytes) ? utf8OrNull(bytes) : null;
  } catch {
    return null;
  }
}

const standardBase64 = (run: string): string => run.replace(/-/g, '+').replace(/_/g, '/');

/** The text in hexadecimal digits; null where they hold none, as in nearly every digest at the second or third byte. */
export function decodeHex(run: string): string | null {
  const start = /^0x/i.test(run) ? 2 : 0;
  const wide = wideStart.test(run) ? decodeWideHex(run.slice(start)) : null;
  if (wide !== null) return wide;
  if (isControl((digitAt(run, start) << 4) | digitAt(run, start + 1))) return null;
  const bytes = new Uint8Array(run.length >> 1);
  let length = 0;
  let high = -1;
  for (let index = start; index < run.length; index += 1) {
    const value = digitAt(run, index);
    if (value === -1) continue;
    if (high === -1) high = value;
    else {
      const byte = (high << 4) | value;
      if (isControl(byte)) return null;
      bytes[length] = byte;
      length += 1;
      high = -1;
    }
  }
  return readable(utf8.decode(bytes.subarray(0, length)));
}

/** The mark of UTF-16, or a nought beside a Latin letter, in two bytes. */
const wideStart = /^(?:0x)?(?:f[ef][^0-9a-f]?f[ef]|00[^0-9a-f]?[2-7][0-9a-f]|[2-7][0-9a-f][^0-9a-f]?00)/i;

function decodeWideHex(run: string): string | null {
  const bytes = run
    .replace(/[^0-9a-f]/gi, '')
    .replace(/../g, (digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  return wideBytes.test(bytes) ? bytes.replace(wideMark, '').replaceAll('\0', '') : null;
}

const isControl = (byte: number): boolean =>
  byte < 0x20 ? byte !== 9 && byte !== 10 && byte !== 13 : byte === 0x7f;

/** Bytes, one a code unit, as UTF-8. */
function utf8OrNull(bytes: string): string | null {
  if (/^\p{ASCII}*$/u.test(bytes)) return bytes;
  return readable(utf8.decode(Uint8Array.from(bytes, (unit) => unit.charCodeAt(0))));
}

/** The text of bytes that are meant to be read; null for bytes that are not (digests, random handles). */
export function readable(text: string): string | null {
  return text.includes('\ufffd') || /(?![\t\n\r])\p{Cc}/u.test(text) ? null : text;
}
