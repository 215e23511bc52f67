import type { Budget } from './budget.ts';
import { matchesOf } from './matches.ts';
import { replaceView, type View, wholeView } from './view.ts';

/** `%41`, once; runs of escapes are decoded together, because a character may take several. */
export function decodePercent(view: View, budget: Budget): View | null {
  return replaceView(
    view,
    /(?:%[0-9a-f]{2}){1,400}/gi,
    ([escapes]) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
      }
    },
    budget,
  );
}

/** A `+` that stands for a space, in a text that is form-encoded. */
export function decodePlus(view: View, budget: Budget): View | null {
  return replaceView(view, /(?<=[\w%])\+{1,3}(?=[\w%])/g, ([signs]) => ' '.repeat(signs.length), budget);
}

/** Quoted-printable: `=41`, and the soft break at the end of a line. */
export function decodeQuotedPrintable(view: View, budget: Budget): View | null {
  return replaceView(
    view,
    /(?:=[2-7C-F][0-9A-F](?:=[0-9A-F]{2}){0,400})|=\r?\n/g,
    ([escapes]) => utf8Text(escapes.match(/[0-9A-F]{2}/g)?.map((byte) => Number.parseInt(byte, 16)) ?? []),
    budget,
  );
}

function utf8Text(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
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

/** Escapes of JavaScript, JSON and HTML: `\u0041`, `\x41`, `&#65;`, `&#x41;`, `&equals;`, `\"`. */
export function decodeEscapes(view: View, budget: Budget): View | null {
  return replaceView(
    view,
    /(?:\\x[0-9a-f]{2}){1,400}|\\u\{?([0-9a-f]{4,6})\}?|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&([a-z]{2,8});|\\(["'\\/nrt])/gi,
    (match) => {
      const [whole, unicode, hexadecimal, decimal, name, quoted] = match;
      if (quoted !== undefined) return controlEscapes[quoted] ?? quoted;
      if (name !== undefined) return namedEntities[name.toLowerCase()] ?? whole;
      if (/^\\x/i.test(whole))
        return utf8Text(
          whole
            .slice(2)
            .split(/\\x/i)
            .map((byte) => Number.parseInt(byte, 16)),
        );
      const code =
        decimal === undefined ? Number.parseInt(unicode ?? hexadecimal ?? '', 16) : Number(decimal);
      const shown = code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      return /\p{Cf}/u.test(shown) ? '' : shown;
    },
    budget,
  );
}

/** Runs that read as base64 and hold text, each as a view of its own. */
export function decodeBase64Runs(view: View): readonly View[] {
  return runs(view, /(?<![\w+/-])[\w+/-]{16,16384}={0,2}/g, decodeBase64);
}

/** Runs that read as hexadecimal and hold text, each as a view of its own. */
export function decodeHexRuns(view: View): readonly View[] {
  return runs(view, /(?<![0-9a-z])(?:0x)?(?:[0-9a-f]{2}[ :,-]?){8,8192}(?![0-9a-z])/gi, decodeHex);
}

function runs(view: View, pattern: RegExp, decode: (run: string) => string | null): readonly View[] {
  const found: View[] = [];
  for (const match of matchesOf(pattern, view.text)) {
    const text = decode(match[0]);
    if (text !== null) found.push(wholeView(view, text, match.index, match.index + match[0].length));
  }
  return found;
}

/** UTF-8 without controls, a byte a code unit; the end may be cut. Most runs fail at their first bytes. */
const readableBytes =
  /^(?:[\t\n\r\u0020-\u007e]|[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3})+[\u0080-\u00ff]{0,3}$/;

function decodeBase64(run: string): string | null {
  const standard = run.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  if (standard.length % 4 === 1) return null;
  try {
    if (!readableBytes.test(atob(standard.slice(0, 16)))) return null;
    const bytes = atob(standard);
    return readableBytes.test(bytes) ? utf8OrNull(bytes) : null;
  } catch {
    return null;
  }
}

/** Digits of UTF-8 without controls: what nearly every digest fails at its second or third byte. */
const readableDigits =
  /^(?:[2-7][0-9a-f]|0[9ad]|[cd][0-9a-f][89ab][0-9a-f]|e[0-9a-f](?:[89ab][0-9a-f]){2}|f[0-4](?:[89ab][0-9a-f]){3})+[0-9a-f]{0,6}$/i;

/** The text in hexadecimal digits; null where they hold none. */
export function decodeHex(run: string): string | null {
  const digits = run.replace(/^0x/i, '').replace(/[^0-9a-f]/gi, '');
  if (!readableDigits.test(digits)) return null;
  const bytes = new Uint8Array(digits.length >> 1);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  }
  return readable(new TextDecoder().decode(bytes));
}

/** Bytes, one a code unit, as UTF-8. */
function utf8OrNull(bytes: string): string | null {
  if (/^\p{ASCII}*$/u.test(bytes)) return bytes;
  return readable(new TextDecoder().decode(Uint8Array.from(bytes, (unit) => unit.charCodeAt(0))));
}

/** The text of bytes that are meant to be read; null for bytes that are not (digests, random handles). */
function readable(text: string): string | null {
  return text.includes('\ufffd') || /(?![\t\n\r])\p{Cc}/u.test(text) ? null : text;
}
