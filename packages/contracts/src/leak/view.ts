import { matchesOf } from './matches.ts';

/** A stretch of the original text, in UTF-16 code units: from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The text as it may be meant: decoded, folded or turned around, with the way back. `origin` gives, for each
 * code unit of `text`, the stretch of the original that it came from.
 */
export interface View {
  readonly text: string;
  readonly origin: (index: number) => Span;
}

/** The original text itself. */
export function originalView(text: string): View {
  return { text, origin: (index) => ({ start: index, end: index + 1 }) };
}

/** Where a stretch of a view came from. */
export function spanInOriginal(view: View, start: number, end: number): Span {
  const first = view.origin(start);
  const last = view.origin(Math.max(start, end - 1));
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
}

/** Builds a view piece by piece, each piece from a stretch of the view below. */
export class ViewBuilder {
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

  build(): View {
    const starts = this.#starts;
    const ends = this.#ends;
    return {
      text: this.#pieces.join(''),
      origin: (index) => ({ start: starts[index] ?? 0, end: ends[index] ?? 0 }),
    };
  }
}

/** A view that replaces each match of a pattern, or null when there is none. The pattern has the flag `g`. */
export function replaceView(
  below: View,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string,
): View | null {
  const builder = new ViewBuilder(below);
  let from = 0;
  let changed = false;
  for (const match of matchesOf(pattern, below.text)) {
    const replaced = replacement(match);
    if (replaced === match[0]) continue;
    changed = true;
    copy(builder, below.text, from, match.index);
    builder.add(replaced, match.index, match.index + match[0].length);
    from = match.index + match[0].length;
  }
  if (!changed) return null;
  copy(builder, below.text, from, below.text.length);
  return builder.build();
}

function copy(builder: ViewBuilder, text: string, from: number, to: number): void {
  for (let index = from; index < to; index += 1) builder.add(text.charAt(index), index, index + 1);
}

/** A view of other text that stands for one stretch of the view below as a whole. */
export function wholeView(below: View, text: string, start: number, end: number): View {
  const span = spanInOriginal(below, start, end);
  return { text, origin: () => span };
}
