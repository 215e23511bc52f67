import type { Finding } from '../judge/finding.ts';
import { leakStatements } from '../judge/rules/leak.ts';
import { Budget } from './budget.ts';
import type { LeakRule } from './detector.ts';
import { brokenRules } from './find-leaks.ts';

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
  return screenedRules(text, name).map((rule) => ({ rule, path, message: leakStatements[rule] }));
}

/** The rules that a text breaks, alone or under its name; each once, in the order of their ids. */
export function screenedRules(
  text: string,
  name: string | undefined,
  budget = new Budget(),
): readonly LeakRule[] {
  const alone = brokenRules(text, false, budget);
  if (name === undefined || name === '') return alone;
  return [...new Set([...alone, ...brokenRules(`${name}="${text}"`, false, budget)])].sort();
}
