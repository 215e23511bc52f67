import type { Finding } from '../judge/finding.ts';
import { leakStatements } from '../judge/rules/leak.ts';
import { findLeaks } from './find-leaks.ts';

/** Where a text stands. */
export interface TextContext {
  /** The JSON Pointer that findings carry; empty when there is none. */
  readonly path?: string;
  /** The name the text goes by: a password is one because of the name of its field. */
  readonly name?: string;
}

/** Findings of the family `leak` for one text; none when it may be shown and kept. Total, linear in time. */
export function screenText(text: string, context: TextContext = {}): readonly Finding[] {
  const { path = '', name } = context;
  const rules = new Set(findLeaks(text).map(({ rule }) => rule));
  if (name !== undefined && name !== '') {
    for (const { rule } of findLeaks(`${name}="${text}"`)) rules.add(rule);
  }
  return [...rules].sort().map((rule) => ({ rule, path, message: leakStatements[rule] }));
}
