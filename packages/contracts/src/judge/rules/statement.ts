/** The families of rules; a rule's id is `family.name` and never changes its meaning. */
export const ruleFamilies = [
  'parse',
  'shape',
  'authority',
  'identity',
  'writeback',
  'leak',
  'facts',
  'gate',
  'attempt',
  'replay',
  'annex',
  'request',
  'action',
  'proposal',
  'plan',
] as const;

export type RuleFamily = (typeof ruleFamilies)[number];

/**
 * The statements of one family: rule id to one sentence that says what must hold. The sentence is the message of
 * a finding and the line of the rule reference, so it never needs the value that broke it.
 */
export type Statements = Readonly<Record<string, string>>;

/** A rule that looks at a case and names the places (JSON Pointers) where it is broken. */
export interface CaseRule<Case> {
  readonly id: string;
  readonly statement: string;
  /** The pointers at which the rule is broken; empty when it holds. Pure and total. */
  violations(subject: Case): readonly string[];
}

/** A rule of a record that is read part by part. */
export interface PartsRule<Record> extends CaseRule<Record> {
  /**
   * Parts that must be readable, lists in whole: without them the rule would say something that is not so. Lists that are
   * not named may have holes.
   */
  readonly restsOn: readonly (keyof Record)[];
}
