/** What kinds of characters a text holds: one pass says which readings and searches can find anything. */
export interface Survey {
  /** `kinds & kind.percent` and so on. */
  readonly kinds: number;
  readonly digits: number;
  /** The longest run of letters, digits and `_ + / - =`. */
  readonly longestRun: number;
  /** The longest run of hexadecimal digits and what is written between them (spaces, colons, dashes, commas). */
  readonly longestHexadecimal: number;
  /** The longest row of one and the same sign at every second place: `p a s s`, `p.a.s.s`. */
  readonly longestGaps: number;
}

export const kind = {
  notAscii: 1,
  percent: 2,
  escape: 4,
  entity: 8,
  equals: 16,
  line: 32,
  quote: 64,
  colon: 128,
  plus: 256,
  angle: 512,
} as const;

const run = 1_024;
const hexadecimal = 2_048;
const digit = 4_096;
const gap = 8_192;

const table = new Uint16Array(128);

function mark(characters: string, bits: number): void {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    table[code] = (table[code] ?? 0) | bits;
  }
}

mark('%', kind.percent);
mark('\\', kind.escape);
mark('&', kind.entity);
mark('=', kind.equals);
mark('\n\r', kind.line);
mark('"\'`', kind.quote);
mark(':', kind.colon);
mark('+', kind.plus);
mark('<', kind.angle);
mark('0123456789', run | hexadecimal | digit);
mark('abcdefABCDEF', run | hexadecimal);
mark('ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ_+/-=', run);
mark(' :,-', hexadecimal);
mark(' .-|_*,/', gap);

export function surveyOf(text: string): Survey {
  let kinds = 0;
  let digits = 0;
  let running = 0;
  let longestRun = 0;
  let hexadecimals = 0;
  let longestHexadecimal = 0;
  let longestGaps = 0;
  let evenGaps = 0;
  let oddGaps = 0;
  let before = 0;
  let twoBefore = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const bits = code < 128 ? (table[code] ?? 0) : kind.notAscii;
    kinds |= bits;
    if ((bits & digit) !== 0) digits += 1;
    running = (bits & run) === 0 ? 0 : running + 1;
    if (running > longestRun) longestRun = running;
    hexadecimals = (bits & hexadecimal) === 0 ? 0 : hexadecimals + 1;
    if (hexadecimals > longestHexadecimal) longestHexadecimal = hexadecimals;
    const gaps = code === twoBefore && (bits & gap) !== 0 ? (index & 1 ? oddGaps : evenGaps) + 1 : 0;
    if (index & 1) oddGaps = gaps;
    else evenGaps = gaps;
    if (gaps > longestGaps) longestGaps = gaps;
    twoBefore = before;
    before = code;
  }
  return { kinds, digits, longestRun, longestHexadecimal, longestGaps };
}
