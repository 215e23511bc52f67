import { screenText } from '../leak/screen-text.ts';
import { type Plan, planSchema } from '../records/plan.ts';
import { planLimits } from '../strict-json/limits.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import { type Finding, refusedFor, type Verdict, verdictOf } from './finding.ts';
import { planRules } from './rules/plan.ts';
import { runRules } from './run-rules.ts';
import { readShape } from './shape.ts';

/**
 * Judges a plan by itself: strict reading, shape, labels and whether it agrees with itself. Approved values are
 * content: they live in the vault with the plan, and are not screened.
 */
export function judgePlan(plan: Uint8Array): Verdict<Plan> {
  const reading = readStrictJson(plan, planLimits);
  if (!reading.ok) return refusedFor(reading.findings);
  const { record, findings } = readShape(planSchema, reading.value);
  if (record === undefined) return refusedFor(findings);
  return verdictOf(record, [...screenLabels(record), ...runRules(planRules, record)]);
}

/** What leaves the vault in questions and fingerprints: addresses, and the words that describe rules. */
function screenLabels(plan: Plan): readonly Finding[] {
  return [
    ...screenText(plan.start_url, { path: '/start_url' }),
    ...plan.write_rules.flatMap(({ describes, path }, index) => [
      ...screenText(describes, { path: `/write_rules/${index}/describes` }),
      ...screenText(path, { path: `/write_rules/${index}/path` }),
    ]),
    ...plan.permit_rules.flatMap(({ describes, path }, index) => [
      ...screenText(describes, { path: `/permit_rules/${index}/describes` }),
      ...screenText(path, { path: `/permit_rules/${index}/path` }),
    ]),
  ];
}
