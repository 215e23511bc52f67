/** One mistake in a policy file. It names the place and never echoes a value. */
export interface PolicyProblem {
  /** Stable, for example `policy.shape`, `parse.duplicate-key`. */
  readonly rule: string;
  /** A JSON Pointer into the file; empty for the whole, and in a file that is no JSON. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
}

/** Line and column of an offset into a text, in UTF-16 units. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
