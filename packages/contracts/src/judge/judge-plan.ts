import { screenText } from '../leak/screen-text.ts';
import { type Plan, planSchema } from '../records/plan.ts';
import { planLimits } from '../strict-json/limits.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import { refusedFor, type Verdict, verdictOf } from './finding.ts';
import { planLabels } from './plan-labels.ts';
import { readableParts } from './readable-parts.ts';
import { planRules } from './rules/plan.ts';
import { runPartsRules } from './run-rules.ts';
import { readShape } from './shape.ts';

/**
 * Judges a plan by itself: strict reading, shape, its labels and addresses, and whether it agrees with itself. All findings
 * at once: of a plan with a broken shape, whatever can be read is judged. Approved values are content: they live in the
 * vault with the plan, and are not screened.
 */
export function judgePlan(plan: Uint8Array): Verdict<Plan> {
  const reading = readStrictJson(plan, planLimits);
  if (!reading.ok) return refusedFor(reading.findings);
  const { record, findings } = readShape(planSchema, reading.value);
  const parts =
    record === undefined
      ? readableParts(planSchema, reading.value)
      : { record, broken: new Set<keyof Plan>() };
  return verdictOf(record, [
    ...findings,
    ...planLabels(parts.record).flatMap(([path, text]) => screenText(text, { path })),
    ...runPartsRules(planRules, parts),
  ]);
}
