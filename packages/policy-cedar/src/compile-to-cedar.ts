import {
  type ActionPolicy,
  budgetMeasures,
  canonicalPolicy,
  foldParts,
  minuteOf,
  type PolicyConditions,
  type PolicyRule,
  partsOf,
} from '@cux/policy';
import { entityLiteral, patternLiteral, stringLiteral } from './cedar-literals.ts';

/**
 * The Cedar policies that decide as a document of built-in rules does: one policy for each rule, under its id. A rule that
 * asks for an approval is a `permit` with `@decision("require_approval")`.
 */
export function compileToCedar(policy: ActionPolicy): string {
  return canonicalPolicy(policy).rules.map(compileRule).join('\n');
}

function compileRule(rule: PolicyRule): string {
  const { id, effect, reason, when } = rule;
  const decision = effect === 'require_approval' ? '@decision("require_approval")\n' : '';
  const conditions = conditionsOf(when, effect !== 'permit').map((condition) => `\nwhen { ${condition} }`);
  return `@id(${stringLiteral(id)})
${decision}@reason(${stringLiteral(reason)})
${effect === 'forbid' ? 'forbid' : 'permit'} (principal, ${actionScope(when.kinds)}, resource)${conditions.join('')};
`;
}

function actionScope(kinds: PolicyConditions['kinds']): string {
  if (kinds === undefined) return 'action';
  return `action in [${kinds.map((kind) => entityLiteral('Action', kind)).join(', ')}]`;
}

/** `cautious` is what holds an action back: one of several origins is enough, and names are read as a person would. */
function conditionsOf(when: PolicyConditions, cautious: boolean): readonly string[] {
  return [
    ...memberOf('effect_class', 'EffectClass', when.effect_classes),
    ...memberOf('action_unit', 'ActionUnit', when.action_units),
    ...memberOf('mode', 'Mode', when.modes),
    ...originsOf(when.origins, cautious),
    ...timeOf(when.time),
    ...budgetOf(when.budget),
    ...targetOf(when.target, cautious),
  ];
}

function memberOf(attribute: string, type: string, words: readonly string[] | undefined): readonly string[] {
  if (words === undefined) return [];
  return [`[${words.map((word) => entityLiteral(type, word)).join(', ')}].contains(context.${attribute})`];
}

function originsOf(origins: PolicyConditions['origins'], cautious: boolean): readonly string[] {
  if (origins === undefined) return [];
  return [
    `[${origins.map(stringLiteral).join(', ')}].${cautious ? 'containsAny' : 'containsAll'}(context.origins)`,
  ];
}

function timeOf(time: PolicyConditions['time']): readonly string[] {
  if (time === undefined) return [];
  const { days, from, until, not_before, not_after } = time;
  return [
    ...memberOf('time.day', 'Day', days),
    ...(from === undefined ? [] : [`context.time.minute >= ${minuteOf(from)}`]),
    ...(until === undefined ? [] : [`context.time.minute < ${minuteOf(until)}`]),
    ...(not_before === undefined ? [] : [`context.at >= ${not_before}`]),
    ...(not_after === undefined ? [] : [`context.at < ${not_after}`]),
  ];
}

function budgetOf(budget: PolicyConditions['budget']): readonly string[] {
  return budgetMeasures.flatMap((measure) => {
    const { above, at_most } = budget?.[measure] ?? {};
    return [
      ...(above === undefined ? [] : [`context.used.${measure} > ${above}`]),
      ...(at_most === undefined ? [] : [`context.used.${measure} <= ${at_most}`]),
    ];
  });
}

function targetOf(target: PolicyConditions['target'], cautious: boolean): readonly string[] {
  if (target === undefined) return [];
  const conditions = [
    ...memberOf('target.role', 'Role', target.roles),
    ...(target.name === undefined ? [] : [nameOf(target.name, cautious)]),
  ];
  return [`context has target && ${conditions.join(' && ')}`];
}

function nameOf(pattern: string, cautious: boolean): string {
  const parts = partsOf(pattern) ?? [pattern];
  const asItStands = `context.target.name like ${patternLiteral(parts)}`;
  if (!cautious) return asItStands;
  return `(${asItStands} || context.target.folded_name like ${patternLiteral(foldParts(parts))})`;
}
