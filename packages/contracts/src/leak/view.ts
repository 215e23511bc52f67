import { type Budget, costs } from './budget.ts';
import { matchesOf } from './matches.ts';
import { textOfUnits, unitsOf } from './units.ts';

/** A stretch of the original text, in UTF-16 code units: from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The text as it may be meant: decoded, folded or turned around, with the way back. `origin` gives, for each
 * code unit of `text`, the stretch of the original that it came from; null where only the verdict matters.
 */
export interface View {
  readonly text: string;
  readonly origin: ((index: number) => Span) | null;
}

/** The original text itself, with or without the way back. */
export function originalView(text: string, traced: boolean): View {
  return { text, origin: traced ? (index) => ({ start: index, end: index + 1 }) : null };
}

const nowhere: Span = { start: 0, end: 0 };

/** Where a stretch of a view came from. */
export function spanInOriginal({ origin }: View, start: number, end: number): Span {
  if (origin === null) return nowhere;
  const first = origin(start);
  const last = origin(Math.max(start, end - 1));
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
}

/** Builds a traced view piece by piece, each piece from a stretch of the view below. */
class ViewBuilder {
  readonly #below: View;
  readonly #pieces: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(below: View) {
    this.#below = below;
  }

  add(piece: string, start: number, end: number): void {
    if (piece === '') return;
    const span = spanInOriginal(this.#below, start, end);
    this.#pieces.push(piece);
    for (let index = 0; index < piece.length; index += 1) {
      this.#starts.push(span.start);
      this.#ends.push(span.end);
    }
  }

  /** Characters as they stand in the view below. */
  copy(from: number, to: number): void {
    for (let index = from; index < to; index += 1) {
      this.add(this.#below.text.charAt(index), index, index + 1);
    }
  }

  build(): View {
    const starts = this.#starts;
    const ends = this.#ends;
    return {
      text: this.#pieces.join(''),
      origin: (index) => ({ start: starts[index] ?? 0, end: ends[index] ?? 0 }),
    };
  }
}

/**
 * A view that replaces each match of a pattern, or null when nothing changes or the budget is spent. The pattern has
 * the flag `g`.
 */
export function replaceView(
  below: View,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string,
  budget?: Budget,
): View | null {
  const builder = below.origin === null ? new TextBuilder(below) : new ViewBuilder(below);
  let from = 0;
  let changed = false;
  for (const match of matchesOf(pattern, below.text)) {
    if (budget?.pays(costs.replacement + costs.reach * match[0].length) === false) return null;
    const replaced = replacement(match);
    if (replaced === match[0]) continue;
    changed = true;
    builder.copy(from, match.index);
    builder.add(replaced, match.index, match.index + match[0].length);
    from = match.index + match[0].length;
  }
  if (!changed) return null;
  builder.copy(from, below.text.length);
  return builder.build();
}

/** The same without the way back. */
class TextBuilder {
  readonly #below: View;
  readonly #pieces: string[] = [];

  constructor(below: View) {
    this.#below = below;
  }

  add(piece: string, _start: number, _end: number): void {
    this.#pieces.push(piece);
  }

  copy(from: number, to: number): void {
    this.#pieces.push(this.#below.text.slice(from, to));
  }

  build(): View {
    return { text: this.#pieces.join(''), origin: null };
  }
}

/** A view of other text that stands for one stretch of the view below as a whole. */
export function wholeView(below: View, text: string, start: number, end: number): View {
  if (below.origin === null) return { text, origin: null };
  const span = spanInOriginal(below, start, end);
  return { text, origin: () => span };
}

/** A view whose code units are in the reverse order. */
export function reversedView({ text, origin }: View): View {
  const last = text.length - 1;
  return {
    text: textOfUnits(unitsOf(text).reverse()),
    origin: origin === null ? null : (index) => origin(last - index),
  };
}
