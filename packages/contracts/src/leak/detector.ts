import type { leakStatements } from '../judge/rules/leak.ts';
import type { Survey } from './survey.ts';

export type LeakRule = keyof typeof leakStatements;

/**
 * A second look at a match, for check digits and placeholders. `strict` is set where a text was only guessed
 * (letters rotated, neighbours joined): there a value must look random to count.
 */
export type Confirmation = (match: RegExpExecArray, strict: boolean) => boolean;

/** A secret that a literal announces: found by the one pass over all literals, then matched at that place. */
export interface AnchoredDetector {
  readonly rule: LeakRule;
  /** In lower case, at least three characters each; one of them begins every match. */
  readonly anchors: readonly string[];
  /** A character (by its bit in the survey) without which no text holds one: most texts with the anchor have none. */
  readonly needs?: number;
  /** No letter or digit stands before the anchor. */
  readonly wordStart?: boolean;
  /**
   * The secret can be made of short words in one case alone. Without it the detector must need a digit, a sign, a change of
   * case or a longer run: plain words are not put before it.
   */
  readonly ofWords?: true;
  /** What stands before the anchor (up to 104 characters) must match; its group `value` is the secret, if it has one. */
  readonly preceded?: RegExp;
  /** What follows the anchor: sticky, bounded; a named group `value` narrows what is replaced. */
  readonly tail: RegExp;
  readonly confirms?: Confirmation;
}

/** A secret that is known by its form: searched through the whole text, where its characters are there at all. */
export interface SearchedDetector {
  readonly rule: LeakRule;
  /** Whether the text, given in lower case as well, can hold one at all. */
  readonly when: (survey: Survey, lower: string) => boolean;
  /** Global and bounded; a named group `value` narrows what is replaced, and `rest`, looked ahead at, widens it. */
  readonly pattern: RegExp;
  /** It is looked for in the long runs of letters and digits only, and holds nothing else. */
  readonly inRuns?: true;
  /** What a search costs for each code unit, where it is more than usual: see the budget. */
  readonly cost?: number;
  readonly confirms?: Confirmation;
}
