import { matchesOf } from './matches.ts';
import { replaceView, type View, wholeView } from './view.ts';

/** At most this many encoded runs of one view are decoded. */
const maximumRuns = 32;

/** `%41`, once; runs of escapes are decoded together, because a character may take several. */
export function decodePercent(view: View): View | null {
  return replaceView(view, /(?:%[0-9a-f]{2}){1,400}/gi, ([run]) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
    }
  });
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
export function decodeEscapes(view: View): View | null {
  return replaceView(
    view,
    /\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&([a-z]{2,8});|\\(["'\\/nrt])/gi,
    (match) => {
      const [, unicode, byte, hexadecimal, decimal, name, quoted] = match;
      if (quoted !== undefined) return controlEscapes[quoted] ?? quoted;
      if (name !== undefined) return namedEntities[name.toLowerCase()] ?? match[0];
      const code =
        decimal === undefined ? Number.parseInt(unicode ?? byte ?? hexadecimal ?? '', 16) : Number(decimal);
      const shown = code <= 0x10ffff ? String.fromCodePoint(code) : match[0];
      return /\p{Cf}/u.test(shown) ? '' : shown;
    },
  );
}

/** Runs that read as base64 or hexadecimal and hold text, each as a view of its own. */
export function decodeRuns(view: View): readonly View[] {
  return [
    ...runs(view, /(?<![\w+/-])[\w+/-]{16,8192}={0,2}/g, decodeBase64),
    ...runs(view, hexRun, decodeHex),
  ];
}

const hexRun = /(?<![0-9a-z])(?:0x)?(?:[0-9a-f]{2}[ :,-]?){8,4096}(?![0-9a-z])/gi;

function runs(view: View, pattern: RegExp, decode: (run: string) => string | null): readonly View[] {
  const found: View[] = [];
  let tried = 0;
  for (const match of matchesOf(pattern, view.text)) {
    tried += 1;
    if (tried > maximumRuns) break;
    const text = decode(match[0]);
    if (text !== null) found.push(wholeView(view, text, match.index, match.index + match[0].length));
  }
  return found;
}

function decodeBase64(run: string): string | null {
  const standard = run.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  if (standard.length % 4 === 1) return null;
  try {
    return readableText(Uint8Array.from(atob(standard), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** The text in hexadecimal digits; null where they hold none. */
export function decodeHex(run: string): string | null {
  const digits = run.replace(/^0x/i, '').replace(/[^0-9a-f]/gi, '');
  const bytes = new Uint8Array(digits.length >> 1);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  }
  return readableText(bytes);
}

/** The text of bytes that are meant to be read; null for bytes that are not (digests, random handles). */
function readableText(bytes: Uint8Array): string | null {
  if (bytes.some((byte) => isControl(byte))) return null;
  const text = new TextDecoder().decode(bytes);
  return text.includes('\ufffd') ? null : text;
}

function isControl(byte: number): boolean {
  return (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f;
}
