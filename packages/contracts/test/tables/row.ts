import type { Verdict } from '../../src/index.ts';

/** One row of a rule table: what arrives, which rule answers, and why that is right. */
export interface RuleRow {
  readonly because: string;
  readonly judge: () => Verdict<unknown>;
  /** The rule that must be among the findings; null when the record must be accepted. */
  readonly refusedBy: string | null;
  /** Of an accepting row: the rules that it comes near to, and does not break. */
  readonly spares: readonly string[];
}

export function accepts(because: string, judge: RuleRow['judge']): RuleRow {
  return { because, judge, refusedBy: null, spares: [] };
}

/** An accepting row for rules that it comes near to: where they would refuse if they were a little stricter. */
export function spares(rules: readonly string[], because: string, judge: RuleRow['judge']): RuleRow {
  return { because, judge, refusedBy: null, spares: rules };
}

export function refuses(refusedBy: string, because: string, judge: RuleRow['judge']): RuleRow {
  return { because, judge, refusedBy, spares: [] };
}
