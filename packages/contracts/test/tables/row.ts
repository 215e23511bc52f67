import type { Verdict } from '../../src/index.ts';

/** One row of a rule table: what arrives, which rule answers, and why that is right. */
export interface RuleRow {
  readonly because: string;
  readonly judge: () => Verdict<unknown>;
  /** The rule that must be among the findings; null when the record must be accepted. */
  readonly refusedBy: string | null;
}

export function accepts(because: string, judge: RuleRow['judge']): RuleRow {
  return { because, judge, refusedBy: null };
}

export function refuses(refusedBy: string, because: string, judge: RuleRow['judge']): RuleRow {
  return { because, judge, refusedBy };
}
