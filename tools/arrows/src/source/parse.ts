import { parseSync } from 'oxc-parser';
import type { Place } from '../finding.ts';
import type { SyntaxNode } from './walk.ts';

/** A parsed file: its tree, its comments and a way to turn an offset into a place. */
export interface Source {
  program: SyntaxNode;
  comments: { value: string; start: number }[];
  /** The first syntax error, if the file cannot be read in full. */
  error: string | undefined;
  place(offset: number): Place;
}

/** Parses TypeScript or JavaScript. Never throws on bad syntax: `error` says so. */
export function parseSource(file: string, text: string): Source {
  const result = parseSync(file, text, { sourceType: 'module', preserveParens: false });
  const starts = lineStarts(text);
  return {
    program: result.program as unknown as SyntaxNode,
    comments: result.comments,
    error: result.errors.find((error) => (error.severity as string) === 'Error')?.message,
    place: (offset) => placeOf(starts, offset),
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) {
    starts.push(index + 1);
  }
  return starts;
}

function placeOf(starts: readonly number[], offset: number): Place {
  const next = starts.findIndex((start) => start > offset);
  const line = next === -1 ? starts.length : next;
  return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
}
