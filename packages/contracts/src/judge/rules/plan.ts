import type { Plan } from '../../records/plan.ts';
import { ruleExcludes } from '../../write-rules/rule-excludes.ts';
import { addressRules } from './plan-addresses.ts';
import { finalActionRules } from './plan-final-action.ts';
import type { PartsRule } from './statement.ts';

/** Whether a plan agrees with itself: origins, rules and steps name each other rightly. */
export const planRules: readonly PartsRule<Plan>[] = [
  {
    id: 'plan.start-outside-origins',
    restsOn: ['start_url', 'allowed_origins'],
    statement: 'start_url must lie within the allowed origins.',
    violations: (plan) => (isAllowed(plan, plan.start_url) ? [] : ['/start_url']),
  },
  {
    id: 'plan.step-outside-origins',
    restsOn: ['allowed_origins'],
    statement: 'A step must open only what lies within the allowed origins.',
    violations: (plan) =>
      plan.steps.flatMap((step, index) =>
        step.kind === 'open' && !isAllowed(plan, step.url) ? [`/steps/${index}/url`] : [],
      ),
  },
  {
    id: 'plan.rule-outside-origins',
    restsOn: ['allowed_origins'],
    statement: 'A write rule must name one of the allowed origins.',
    violations: (plan) =>
      writeRules(plan).flatMap(([path, rule]) =>
        plan.allowed_origins.includes(rule.origin) ? [] : [`${path}/origin`],
      ),
  },
  {
    id: 'plan.rule-class',
    restsOn: [],
    statement:
      'Rules that stand during the attempt must be of class draft, rules of a permit of a class that needs a gate.',
    violations: (plan) =>
      writeRules(plan).flatMap(([path, rule]) =>
        path.startsWith('/write_rules') === (rule.effect_class === 'draft') ? [] : [`${path}/effect_class`],
      ),
  },
  {
    id: 'plan.duplicate-rule',
    restsOn: [],
    statement: 'Write rules must have ids of their own.',
    violations: (plan) => duplicates(writeRules(plan).map(([path, { id }]) => [`${path}/id`, id])),
  },
  {
    id: 'plan.unknown-rule',
    restsOn: ['write_rules'],
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
    restsOn: [],
    statement: 'Extractions must have names of their own.',
    violations: ({ extractions }) =>
      duplicates(extractions.flatMap(({ name }, index) => [[`/extractions/${index}/name`, name] as const])),
  },
  {
    id: 'plan.draft-rule-meets-permit',
    restsOn: [],
    statement:
      'A draft rule must let nothing pass that a permit rule is for; give one of its fields another value.',
    violations: ({ write_rules: drafts, permit_rules: permitted }) =>
      drafts.flatMap((draft, index) =>
        permitted.some((rule) => !ruleExcludes(draft, rule)) ? [`/write_rules/${index}`] : [],
      ),
  },
  ...finalActionRules,
  ...addressRules,
];

function isAllowed(plan: Plan, url: string): boolean {
  return URL.canParse(url) && plan.allowed_origins.includes(new URL(url).origin);
}

function writeRules(plan: Plan): readonly (readonly [string, Plan['write_rules'][number]])[] {
  return [
    ...plan.write_rules.flatMap((rule, index) => [[`/write_rules/${index}`, rule] as const]),
    ...plan.permit_rules.flatMap((rule, index) => [[`/permit_rules/${index}`, rule] as const]),
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
