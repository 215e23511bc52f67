import type { Finding } from './finding.ts';
import type { CaseRule } from './rules/statement.ts';

/** All findings of the rules on one case. */
export function runRules<Case>(rules: readonly CaseRule<Case>[], subject: Case): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { id, statement, violations } of rules) {
    for (const path of violations(subject)) findings.push({ rule: id, path, message: statement });
  }
  return findings;
}
