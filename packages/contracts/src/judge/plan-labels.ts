import type { Extraction, StoreSource } from '../records/extraction.ts';
import type { Plan, PlanStep } from '../records/plan.ts';
import type { Target } from '../records/target.ts';
import type { FieldPredicate, WriteRule } from '../records/write-rule.ts';

/** A text of a plan, and where it stands. */
export type Label = readonly [path: string, text: string];

/**
 * What leaves the vault in questions, reports, addresses and fingerprints: addresses and what is put into them, names of
 * elements and fields, choices, the words that describe rules, and the words that a fact may be. Approved values that are
 * filled in, read back or sent in a body are content and no labels.
 *
 * @param plan parts that could not be read may be missing
 */
export function planLabels(plan: Plan): readonly Label[] {
  return [
    ...textLabels([['/start_url', plan.start_url]]),
    ...plan.allowed_origins.flatMap((origin, index) => [[`/allowed_origins/${index}`, origin] as const]),
    ...plan.steps.flatMap((step, index) => stepLabels(step, `/steps/${index}`)),
    ...targetLabels(plan.final_action, '/final_action'),
    ...plan.write_rules.flatMap((rule, index) => ruleLabels(rule, `/write_rules/${index}`)),
    ...plan.permit_rules.flatMap((rule, index) => ruleLabels(rule, `/permit_rules/${index}`)),
    ...plan.known_modals.flatMap(({ match, dismiss }, index) => [
      ...targetLabels(match, `/known_modals/${index}/match`),
      ...targetLabels(dismiss, `/known_modals/${index}/dismiss`),
    ]),
    ...plan.sign_in_walls.flatMap(({ path }, index) => [[`/sign_in_walls/${index}/path`, path] as const]),
    ...plan.extractions.flatMap((extraction, index) => extractionLabels(extraction, `/extractions/${index}`)),
  ];
}

/** Only what is text, of values of any type. */
function textLabels(values: readonly (readonly [path: string, value: unknown])[]): readonly Label[] {
  return values.filter((each): each is Label => typeof each[1] === 'string');
}

function stepLabels(step: PlanStep, path: string): readonly Label[] {
  switch (step.kind) {
    case 'open':
      return [[`${path}/url`, step.url]];
    case 'select':
      return [...targetLabels(step.target, `${path}/target`), [`${path}/option`, step.option]];
    case 'press':
      return [...targetLabels(step.target, `${path}/target`), ...targetLabels(step.opens, `${path}/opens`)];
    case 'verify_fact':
      return [
        ...storeLabels(step.source, `${path}/source`),
        ...textLabels(step.one_of.map((value, index) => [`${path}/one_of/${index}`, value])),
      ];
    default:
      return 'target' in step ? targetLabels(step.target, `${path}/target`) : [];
  }
}

function targetLabels(target: Target | null | undefined, path: string): readonly Label[] {
  if (target === null || target === undefined) return [];
  const { name, within, frame } = target;
  return textLabels([
    [`${path}/name`, name],
    [`${path}/within/name`, within?.name],
    [`${path}/frame`, frame],
  ]);
}

function ruleLabels({ describes, path: address, query, body }: WriteRule, path: string): readonly Label[] {
  return [
    [`${path}/describes`, describes],
    [`${path}/path`, address],
    ...query.flatMap((predicate, index) => [
      [`${path}/query/${index}/field`, predicate.field] as const,
      ...valueLabels(predicate, `${path}/query/${index}`),
    ]),
    // What a body holds is content; the names of its fields are told in fingerprints.
    ...(body.kind === 'empty'
      ? []
      : body.fields.map(({ field }, index) => [`${path}/body/fields/${index}/field`, field] as const)),
  ];
}

/** What stands in an address where the predicate holds. */
function valueLabels(predicate: FieldPredicate, path: string): readonly Label[] {
  switch (predicate.operator) {
    case 'equals':
    case 'equals_if_present':
      return textLabels([[`${path}/value`, predicate.value]]);
    case 'one_of':
      return predicate.values.map((value, index) => [`${path}/values/${index}`, value]);
    case 'matches':
      return [[`${path}/template`, predicate.template]];
    default:
      return [];
  }
}

function extractionLabels({ source, type }: Extraction, path: string): readonly Label[] {
  const values = type.kind === 'one_of' ? type.values : [];
  return [
    ...sourceLabels(source, `${path}/source`),
    ...values.map((value, index): Label => [`${path}/type/values/${index}`, value]),
  ];
}

function sourceLabels(source: Extraction['source'], path: string): readonly Label[] {
  switch (source.kind) {
    case 'address':
      return [[`${path}/template`, source.template]];
    case 'target_present':
    // Which value the target holds is content, as what is filled in is.
    case 'target_holds':
      return targetLabels(source.target, `${path}/target`);
    case 'json':
      return storeLabels(source, path);
  }
}

function storeLabels({ url, pointer, header }: StoreSource, path: string): readonly Label[] {
  return textLabels([
    [`${path}/url`, url],
    [`${path}/pointer`, pointer],
    [`${path}/header/url`, header?.url],
  ]);
}
