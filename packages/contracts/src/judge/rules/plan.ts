import type { Plan } from '../../records/plan.ts';
import { addressRules } from './plan-addresses.ts';
import { finalActionRules } from './plan-final-action.ts';
import type { CaseRule } from './statement.ts';

/** Whether a plan agrees with itself: origins, rules and steps name each other rightly. */
export const planRules: readonly CaseRule<Plan>[] = [
  {
    id: 'plan.start-outside-origins',
    statement: 'start_url must lie within the allowed origins.',
    violations: (plan) => (isAllowed(plan, plan.start_url) ? [] : ['/start_url']),
  },
  {
    id: 'plan.step-outside-origins',
    statement: 'A step must open only what lies within the allowed origins.',
    violations: (plan) =>
      plan.steps.flatMap((step, index) =>
        step.kind === 'open' && !isAllowed(plan, step.url) ? [`/steps/${index}/url`] : [],
      ),
  },
  {
    id: 'plan.rule-outside-origins',
    statement: 'A write rule must name one of the allowed origins.',
    violations: (plan) =>
      writeRules(plan).flatMap(([path, rule]) =>
        plan.allowed_origins.includes(rule.origin) ? [] : [`${path}/origin`],
      ),
  },
  {
    id: 'plan.rule-class',
    statement:
      'Rules that stand during the attempt must be of class draft, rules of a permit of a class that needs a gate.',
    violations: (plan) =>
      writeRules(plan).flatMap(([path, rule]) =>
        path.startsWith('/write_rules') === (rule.effect_class === 'draft') ? [] : [`${path}/effect_class`],
      ),
  },
  {
    id: 'plan.duplicate-rule',
    statement: 'Write rules must have ids of their own.',
    violations: (plan) => duplicates(writeRules(plan).map(([path, { id }]) => [`${path}/id`, id])),
  },
  {
    id: 'plan.unknown-rule',
    statement: 'A step must wait only for a write that a rule of the plan lets pass.',
    violations: ({ steps, write_rules: rules }) =>
      steps.flatMap((step, index) =>
        step.kind === 'await_write' && !rules.some(({ id }) => id === step.rule)
          ? [`/steps/${index}/rule`]
          : [],
      ),
  },
  {
    id: 'plan.duplicate-extraction',
    statement: 'Extractions must have names of their own.',
    violations: ({ extractions }) =>
      duplicates(extractions.map(({ name }, index) => [`/extractions/${index}/name`, name])),
  },
  ...finalActionRules,
  ...addressRules,
];

function isAllowed(plan: Plan, url: string): boolean {
  return URL.canParse(url) && plan.allowed_origins.includes(new URL(url).origin);
}

function writeRules(plan: Plan): readonly (readonly [string, Plan['write_rules'][number]])[] {
  return [
    ...plan.write_rules.map((rule, index) => [`/write_rules/${index}`, rule] as const),
    ...plan.permit_rules.map((rule, index) => [`/permit_rules/${index}`, rule] as const),
  ];
}

function duplicates(named: readonly (readonly [string, string])[]): readonly string[] {
  const seen = new Set<string>();
  return named.flatMap(([path, name]) => {
    if (seen.has(name)) return [path];
    seen.add(name);
    return [];
  });
}
