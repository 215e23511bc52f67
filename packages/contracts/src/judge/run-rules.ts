import type { Finding } from './finding.ts';
import type { ReadableParts } from './readable-parts.ts';
import type { CaseRule, PartsRule } from './rules/statement.ts';

/** All findings of the rules on one case. */
export function runRules<Case>(rules: readonly CaseRule<Case>[], subject: Case): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { id, statement, violations } of rules) {
    for (const path of violations(subject)) findings.push({ rule: id, path, message: statement });
  }
  return findings;
}

/** All findings of the rules whose parts are readable. */
export function runPartsRules<Record>(
  rules: readonly PartsRule<Record>[],
  { record, broken }: ReadableParts<Record>,
): readonly Finding[] {
  return runRules(
    rules.filter(({ restsOn }) => !restsOn.some((part) => broken.has(part))),
    record,
  );
}
