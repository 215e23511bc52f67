import type { Finding } from './finding.ts';
import type { CaseRule } from './rules/statement.ts';

/** All findings of the rules on one case. */
export function runRules<Case>(rules: readonly CaseRule<Case>[], subject: Case): readonly Finding[] {
  return rules.flatMap(({ id, statement, violations }) =>
    violations(subject).map((path) => ({ rule: id, path, message: statement })),
  );
}
