import type { leakStatements } from '../judge/rules/leak.ts';

export type LeakRule = keyof typeof leakStatements;

/** One kind of secret. Patterns are bounded, so that a search takes time linear in the text. */
export interface Detector {
  readonly rule: LeakRule;
  /** Has the flag `g`; a named group `value` narrows what is replaced. */
  readonly pattern: RegExp;
  /** A second look at a match, for check digits and placeholders. */
  readonly confirms?: (match: RegExpExecArray) => boolean;
  /** Specific enough to be looked for in reversed and joined text as well. */
  readonly strong?: boolean;
}
