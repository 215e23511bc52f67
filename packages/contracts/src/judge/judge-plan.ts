import { screenText } from '../leak/screen-text.ts';
import type { Extraction } from '../records/extraction.ts';
import { type Plan, type PlanStep, planSchema } from '../records/plan.ts';
import type { Target } from '../records/target.ts';
import { planLimits } from '../strict-json/limits.ts';
import { readStrictJson } from '../strict-json/read-json.ts';
import { type Finding, refusedFor, type Verdict, verdictOf } from './finding.ts';
import { planRules } from './rules/plan.ts';
import { runRules } from './run-rules.ts';
import { readShape } from './shape.ts';

/**
 * Judges a plan by itself: strict reading, shape, its labels and addresses, and whether it agrees with itself. Approved values are
 * content: they live in the vault with the plan, and are not screened.
 */
export function judgePlan(plan: Uint8Array): Verdict<Plan> {
  const reading = readStrictJson(plan, planLimits);
  if (!reading.ok) return refusedFor(reading.findings);
  const { record, findings } = readShape(planSchema, reading.value);
  if (record === undefined) return refusedFor(findings);
  return verdictOf(record, [...screenLabels(record), ...runRules(planRules, record)]);
}

/** What leaves the vault in questions, reports and fingerprints: addresses, names of elements, words that describe rules. */
function screenLabels(plan: Plan): readonly Finding[] {
  const rules = (part: 'write_rules' | 'permit_rules') =>
    plan[part].flatMap(({ describes, path }, index): readonly Label[] => [
      [`/${part}/${index}/describes`, describes],
      [`/${part}/${index}/path`, path],
    ]);
  const labels: readonly Label[] = [
    ['/start_url', plan.start_url],
    ...plan.steps.flatMap((step, index) => stepLabels(step, `/steps/${index}`)),
    ...targetLabels(plan.final_action, '/final_action'),
    ...rules('write_rules'),
    ...rules('permit_rules'),
    ...plan.known_modals.flatMap(({ match, dismiss }, index) => [
      ...targetLabels(match, `/known_modals/${index}/match`),
      ...targetLabels(dismiss, `/known_modals/${index}/dismiss`),
    ]),
    ...plan.sign_in_walls.map(({ path }, index): Label => [`/sign_in_walls/${index}/path`, path]),
    ...plan.extractions.flatMap(({ source }, index) => sourceLabels(source, `/extractions/${index}/source`)),
  ];
  return labels.flatMap(([path, text]) => screenText(text, { path }));
}

type Label = readonly [path: string, text: string];

function stepLabels(step: PlanStep, path: string): readonly Label[] {
  if (step.kind === 'open') return [[`${path}/url`, step.url]];
  return 'target' in step ? targetLabels(step.target, `${path}/target`) : [];
}

function targetLabels(target: Target | null, path: string): readonly Label[] {
  if (target === null) return [];
  const { name, within, frame } = target;
  return [
    [`${path}/name`, name],
    ...(within === undefined ? [] : [[`${path}/within/name`, within.name] as const]),
    ...(frame === undefined ? [] : [[`${path}/frame`, frame] as const]),
  ];
}

function sourceLabels(source: Extraction['source'], path: string): readonly Label[] {
  switch (source.kind) {
    case 'address':
      return [[`${path}/template`, source.template]];
    case 'target_present':
    case 'target_holds':
      return targetLabels(source.target, `${path}/target`);
    case 'json':
      return [
        [`${path}/url`, source.url],
        ...(source.header === undefined ? [] : [[`${path}/header/url`, source.header.url] as const]),
      ];
  }
}
