import type { Budget } from './budget.ts';
import { digitAt, readable } from './decode.ts';
import type { Survey } from './survey.ts';
import { replaceView, type View, wholeView } from './view.ts';

/** Runs that read as base32 (RFC 4648, in either case) and hold text, each as a view of its own. */
export function decodeBase32Runs(view: View, _budget: Budget, { runs }: Survey): readonly View[] {
  const found: View[] = [];
  for (let place = 0; place < runs.length; place += 2) {
    const start = runs[place] ?? 0;
    const end = runs[place + 1] ?? 0;
    if (end - start > longestRun || !isBase32(view.text, start, end)) continue;
    const text = decodeBase32(view.text.slice(start, end));
    if (text !== null) found.push(wholeView(view, text, start, end));
  }
  return found;
}

/** The longest run that is decoded, in letters. */
const longestRun = 16_384;

/** Letters in one case and the digits 2 to 7, nothing else but the padding: most runs fail at their first letters. */
function isBase32(text: string, start: number, end: number): boolean {
  let cases = 0;
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x32 && code <= 0x37) continue;
    const letter = (code | 0x20) - 0x61;
    if (letter < 0 || letter > 25) return code === equalsSign && index - start >= 16;
    cases |= (code & 0x20) === 0 ? 1 : 2;
    if (cases === 3) return false;
  }
  return true;
}

const utf8 = new TextDecoder();

function decodeBase32(run: string): string | null {
  const bytes = new Uint8Array((run.length * 5) >> 3);
  let length = 0;
  let held = 0;
  let bits = 0;
  for (let index = 0; index < run.length; index += 1) {
    const code = run.charCodeAt(index);
    if (code === equalsSign) break;
    held = ((held << 5) | (code < 0x41 ? code - 0x32 + 26 : (code | 0x20) - 0x61)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 0xff;
    // Of most runs the first letters say enough.
    if (isControl(byte)) return null;
    bytes[length] = byte;
    length += 1;
  }
  return readable(utf8.decode(bytes.subarray(0, length)));
}

const equalsSign = 0x3d;

const isControl = (byte: number): boolean => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13;

/**
 * The numbers of characters, as code lists them: `115, 107, 95`, `01110011 01101011`, `0x73,0x6b`, `163 153`, `U+0073 U+006B`, one a line, or
 * with another sign between them.
 */
export function decodeCodes(view: View, budget: Budget): View | null {
  return replaceView(view, codes, ([list]) => charactersOf(list) ?? list, budget);
}

const codes =
  /(?<!\d)(?:(?:[01]{8}[ ,;|\n]{0,2}){7,4000}[01]{8}|(?:\d{2,3}[ ,;|/.\r\n-]{1,3}){7,4000}\d{2,3}|(?:(?:0[xo]|u\+)[0-9a-f]{2,4}[ ,;|\r\n]{1,3}){7,4000}(?:0[xo]|u\+)[0-9a-f]{2,4})(?!\d)/gi;

/** Null where the numbers are those of no characters that are written: in most lists the first or the second says so. */
function charactersOf(list: string): string | null {
  if (/^[01]{8}/.test(list)) return textOf(list, 2);
  if (/^0x|^u/i.test(list)) return textOf(list, 16);
  if (/^0o/i.test(list)) return textOf(list, 8);
  return textOf(list, 10) ?? textOf(list, 8);
}

/** The text of numbers, each behind a sign or a prefix, or of bits, eight each. */
function textOf(list: string, radix: 2 | 8 | 10 | 16): string | null {
  const bytes = new Uint8Array((list.length >> 1) + 1);
  let length = 0;
  let number = -1;
  let bits = 0;
  for (let index = 0; index <= list.length; index += 1) {
    const digit = digitAt(list, index);
    if (digit >= radix) return null;
    if (digit >= 0) {
      number = Math.max(number, 0) * radix + digit;
      bits += 1;
      if (radix !== 2 || bits < 8) continue;
    } else if (isPrefix(list.charCodeAt(index))) number = -1;
    if (number === -1) continue;
    if (number > 0xff || isControl(number)) return null;
    bytes[length] = number;
    length += 1;
    number = -1;
    bits = 0;
  }
  return readable(utf8.decode(bytes.subarray(0, length)));
}

/** The letter behind the nought of `0x` and `0o`. */
const isPrefix = (code: number): boolean => (code | 0x20) === 0x78 || (code | 0x20) === 0x6f;
