import { type Budget, costs } from './budget.ts';
import { UnitWriter } from './units.ts';

/** How much of a text is read by one call: see the survey. */
const pieceLength = 4_096;

/** What the table says of a code unit that is not simply replaced by another. */
const unknown = 0;
const dropped = 1;
const longer = 2;
/** Stands for a word: the replacement character, which folds to nothing else. */
const replacement = 0xfffd;
/** A character of two code units that stays as it is. */
const same = 3;

/**
 * A change of single characters, each worked out once and kept in a table. ASCII stays as it is. There are as many
 * entries as there are characters in use, at most those of Unicode.
 */
export class UnitFold {
  readonly #change: (character: string) => string;
  /** By plane: most texts use the first. */
  readonly #tables: Uint16Array[] = [];
  /** Those that become several code units, or another character of two. */
  readonly #others = new Map<string, string>();

  constructor(change: (character: string) => string) {
    this.#change = change;
  }

  /** What one character becomes. */
  of(character: string): string {
    const known = this.#others.get(character);
    if (known !== undefined) return known;
    const after = this.#change(character);
    this.#others.set(character, after);
    return after;
  }

  /**
   * The text with each character changed; null when none does, or when the text becomes so much longer that the budget is
   * spent.
   */
  fold(text: string, budget: Budget): string | null {
    const first = this.firstChange(text);
    if (first === -1 || !budget.pays(costs.fold * (text.length - first))) return null;
    const writer = new UnitWriter(text.length);
    writer.write(text, 0, first);
    for (let from = first; from < text.length; ) {
      const before = writer.length;
      const to = this.#foldPiece(text, from, Math.min(from + pieceLength, text.length), writer);
      if (!budget.pays(Math.max(0, writer.length - before - (to - from)))) return null;
      from = to;
    }
    return writer.text();
  }

  /**
   * The text with each character changed; null when none becomes ASCII. Of words that keep a character of their own
   * alphabet no more is left than that they are there, unless a sign before them begins a value.
   */
  foldRuns(text: string, budget: Budget): string | null {
    const first = this.firstChange(text);
    if (first === -1 || !budget.pays(costs.fold * text.length)) return null;
    const writer = new UnitWriter(text.length);
    let changed = false;
    for (let from = 0; from < text.length; ) {
      const end = writer.copyAscii(text, from, Math.min(from + pieceLength, text.length));
      const next = end < text.length ? this.#endOfRun(text, end) : end;
      if (next > end) changed = this.#foldRun(text, end, next, writer) || changed;
      from = next;
    }
    return changed ? writer.text() : null;
  }

  #endOfRun(text: string, from: number): number {
    let end = from;
    while (end < text.length && text.charCodeAt(end) >= 0x80) end += 1;
    return end;
  }

  /** @returns whether the run, or something in a run that is kept, was changed to ASCII */
  #foldRun(text: string, from: number, to: number, writer: UnitWriter): boolean {
    const start = writer.length;
    let isWord = to - from > 2;
    let isAscii = true;
    let toAscii = false;
    for (let index = from; index < to; index += 1) {
      const point = pointAt(text, index, text.charCodeAt(index));
      const entry = this.#entryOf(point);
      if (entry > same) writer.push(entry);
      else if (entry !== dropped) writer.write(this.of(String.fromCodePoint(point)));
      isAscii &&= entry < 0x80 && entry !== same && entry !== longer;
      toAscii ||= entry < 0x80 && entry > same;
      // Greek, Cyrillic and Armenian; what is written between scripts, or marked, may hide something.
      isWord &&= entry !== dropped && point >= 0x370 && point < 0x600;
      if (point > 0xffff) index += 1;
    }
    if (isAscii || !isWord || beginsValue(text, from)) return isAscii || toAscii;
    writer.truncate(start);
    writer.push(replacement);
    return false;
  }

  /** Where the first character stands that is changed; -1 when none is. */
  firstChange(text: string): number {
    for (let from = 0; from < text.length; from += pieceLength) {
      const found = this.#firstChangeOf(text, from, Math.min(from + pieceLength, text.length));
      if (found !== -1) return found;
    }
    return -1;
  }

  #firstChangeOf(text: string, from: number, to: number): number {
    const table = this.#tables[0] ?? this.#newTable(0);
    for (let index = from; index < to; index += 1) {
      const unit = text.charCodeAt(index);
      // What half of a pair means, its other half says.
      if (unit < 0x80 || (table[unit] === unit && (unit & 0xf800) !== 0xd800)) continue;
      const point = pointAt(text, index, unit);
      if (this.#entryOf(point) !== (point > 0xffff ? same : point)) return index;
      if (point > 0xffff) index += 1;
    }
    return -1;
  }

  /** @returns where the next piece starts: a pair of code units may stand over the end of this one */
  #foldPiece(text: string, from: number, to: number, writer: UnitWriter): number {
    let index = from;
    for (; index < to; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit < 0x80) {
        writer.push(unit);
        continue;
      }
      const point = pointAt(text, index, unit);
      const entry = this.#entryOf(point);
      if (entry > same) writer.push(entry);
      else if (entry === same) writer.write(text, index, index + 2);
      else if (entry === longer) writer.write(this.of(String.fromCodePoint(point)));
      if (point > 0xffff) index += 1;
    }
    return index;
  }

  #entryOf(point: number): number {
    const table = this.#tables[point >> 16] ?? this.#newTable(point >> 16);
    const entry = table[point & 0xffff] ?? unknown;
    return entry === unknown ? this.#enter(table, point) : entry;
  }

  #newTable(plane: number): Uint16Array {
    const table = new Uint16Array(65_536);
    this.#tables[plane] = table;
    return table;
  }

  #enter(table: Uint16Array, point: number): number {
    const before = String.fromCodePoint(point);
    const after = this.of(before);
    const entry = after === before && point > 0xffff ? same : codeOf(after);
    table[point & 0xffff] = entry;
    return entry;
  }
}

/** The code point that starts with this code unit. */
function pointAt(text: string, index: number, unit: number): number {
  if ((unit & 0xfc00) !== 0xd800 || index + 1 >= text.length) return unit;
  const low = text.charCodeAt(index + 1);
  return (low & 0xfc00) === 0xdc00 ? ((unit & 0x3ff) << 10) + (low & 0x3ff) + 0x10000 : unit;
}

function codeOf(after: string): number {
  if (after === '') return dropped;
  return after.length === 1 && after.charCodeAt(0) > same ? after.charCodeAt(0) : longer;
}

/** Whether a sign stands before a place that says that a value begins there. */
function beginsValue(text: string, place: number): boolean {
  return /[:=]\s?["']?$/.test(text.slice(Math.max(0, place - 3), place));
}
