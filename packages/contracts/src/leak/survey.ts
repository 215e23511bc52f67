/** What kinds of characters a text holds: one pass says which readings and searches can find anything, and where. */
export interface Survey {
  /** `kinds & kind.percent` and so on. */
  readonly kinds: number;
  readonly digits: number;
  /** Runs of at least sixteen letters, digits and `_ + / - =`: each where it starts and where it ends. */
  readonly runs: readonly number[];
  /** The longest of them. */
  readonly longestRun: number;
  /** The same for hexadecimal digits with what is written between them (one sign after each two). */
  readonly hexadecimals: readonly number[];
  /** The longest row of one and the same sign between single characters: `p a s s`, `p.a.s.s`. */
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
  at: 1_024,
  hash: 2_048,
} as const;

const run = 4_096;
const hexadecimal = 8_192;
const digit = 16_384;
const gap = 32_768;
const separator = 65_536;

const table = new Uint32Array(128);

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
mark('@', kind.at);
mark('#', kind.hash);
mark('0123456789', run | hexadecimal | digit);
mark('abcdefABCDEF', run | hexadecimal);
mark('ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ_+/-=', run);
mark(' :,-./|_;\n', hexadecimal | separator);
mark(' .-|_*,/\n\t', gap);

/** Runs that are shorter hold no secret in an encoding. */
const leastRun = 16;
/** Long texts are read in pieces: a function that is called often is compiled well, one that loops for long is not. */
const pieceLength = 4_096;

export function surveyOf(text: string): Survey {
  const surveyor = new Surveyor(text);
  for (let from = 0; from < text.length; from += pieceLength) {
    surveyor.read(from, Math.min(from + pieceLength, text.length));
  }
  return surveyor.finish();
}

class Surveyor implements Survey {
  kinds = 0;
  digits = 0;
  longestRun = 0;
  longestGaps = 0;
  readonly runs: number[] = [];
  readonly hexadecimals: number[] = [];
  readonly #text: string;
  #runStart = 0;
  #hexadecimalStart = 0;
  #evenGaps = 0;
  #oddGaps = 0;
  #before = 0;
  #twoBefore = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(from: number, to: number): void {
    const text = this.#text;
    let before = this.#before;
    let twoBefore = this.#twoBefore;
    let kinds = 0;
    let digits = 0;
    let evenGaps = this.#evenGaps;
    let oddGaps = this.#oddGaps;
    for (let index = from; index < to; index += 1) {
      const code = text.charCodeAt(index);
      const bits = code < 128 ? (table[code] ?? 0) : kind.notAscii;
      kinds |= bits;
      digits += (bits & digit) >> 14;
      if ((bits & run) === 0) {
        if (index - this.#runStart >= leastRun) this.#endRun(index);
        this.#runStart = index + 1;
      }
      if ((bits & separator) !== 0 && index === this.#hexadecimalStart) this.#hexadecimalStart = index + 1;
      else if ((bits & hexadecimal) === 0) {
        if (index - this.#hexadecimalStart >= leastRun) this.hexadecimals.push(this.#hexadecimalStart, index);
        this.#hexadecimalStart = index + 1;
      }
      if ((bits & gap) !== 0 && code === twoBefore) {
        // A sign between two of its kind goes on with the row, but is no gap: a run of spaces has none.
        const counted = code === before ? 0 : 1;
        if ((index & 1) === 1) oddGaps += counted;
        else evenGaps += counted;
        const gaps = (index & 1) === 1 ? oddGaps : evenGaps;
        if (gaps > this.longestGaps) this.longestGaps = gaps;
      } else if ((index & 1) === 1) oddGaps = 0;
      else evenGaps = 0;
      twoBefore = before;
      before = code;
    }
    this.#before = before;
    this.#twoBefore = twoBefore;
    this.#evenGaps = evenGaps;
    this.#oddGaps = oddGaps;
    this.kinds |= kinds;
    this.digits += digits;
  }

  finish(): Survey {
    const end = this.#text.length;
    if (end - this.#runStart >= leastRun) this.#endRun(end);
    if (end - this.#hexadecimalStart >= leastRun) this.hexadecimals.push(this.#hexadecimalStart, end);
    return this;
  }

  #endRun(end: number): void {
    this.runs.push(this.#runStart, end);
    if (end - this.#runStart > this.longestRun) this.longestRun = end - this.#runStart;
  }
}
