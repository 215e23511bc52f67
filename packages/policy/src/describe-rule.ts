import { budgetMeasures } from './action.ts';
import type { PolicyConditions, PolicyRule } from './action-policy.ts';
import type { PolicyEffect } from './decision.ts';
import type { TimeWindow } from './time-window.ts';

const verbs: Readonly<Record<PolicyEffect, string>> = {
  permit: 'permits',
  forbid: 'forbids',
  require_approval: 'asks a person before',
};

const measures: Readonly<Record<(typeof budgetMeasures)[number], string>> = {
  attempts: 'attempts',
  actions: 'actions',
  wall_ms: 'milliseconds of attempts',
  external_writes: 'external writes',
  interventions: 'decisions of people',
};

/** A rule in one English sentence, for people who approve a policy. */
export function describeRule(rule: PolicyRule): string {
  const { when } = rule;
  const parts = [
    `${rule.id} ${verbs[rule.effect]} ${subjectOf(when)}`,
    when.target === undefined ? null : `on ${targetOf(when.target)}`,
    when.origins === undefined ? null : originsOf(when.origins, rule.effect),
    when.action_units === undefined ? null : `within ${anyOf(when.action_units)}`,
    when.modes === undefined ? null : `in mode ${anyOf(when.modes)}`,
    when.time === undefined ? null : timeOf(when.time),
    when.budget === undefined ? null : budgetOf(when.budget),
  ].filter((part) => part !== null);
  return `${parts.join(', ')}. Reason: ${rule.reason}`;
}

function subjectOf({ kinds, effect_classes }: PolicyConditions): string {
  const kind = kinds === undefined ? 'every action' : anyOf(kinds);
  return effect_classes === undefined ? kind : `${kind} of class ${anyOf(effect_classes)}`;
}

function targetOf({ roles, name }: NonNullable<PolicyConditions['target']>): string {
  const role = roles === undefined ? 'any element' : anyOf(roles);
  return name === undefined ? role : `${role} named ${JSON.stringify(name)}`;
}

function originsOf(origins: readonly string[], effect: PolicyEffect): string {
  return effect === 'permit' ? `staying on ${anyOf(origins)}` : `touching ${anyOf(origins)}`;
}

function timeOf({ days, from, until, not_before, not_after }: TimeWindow): string {
  return [
    days === undefined ? null : `on ${anyOf(days)}`,
    from === undefined && until === undefined
      ? null
      : `from ${from ?? '00:00'} until ${until ?? '24:00'} UTC`,
    not_before === undefined ? null : `not before ${moment(not_before)}`,
    not_after === undefined ? null : `before ${moment(not_after)}`,
  ]
    .filter((part) => part !== null)
    .join(' ');
}

function budgetOf(budget: NonNullable<PolicyConditions['budget']>): string {
  const bounds = budgetMeasures.flatMap((measure) => {
    const { above, at_most } = budget[measure] ?? {};
    const low = above === undefined ? [] : [`more than ${above} ${measures[measure]} are used`];
    return at_most === undefined ? low : [...low, `at most ${at_most} ${measures[measure]} are used`];
  });
  return `while ${bounds.join(' and ')}`;
}

/** A moment beyond the calendar is written as the number that it is. */
function moment(at: number): string {
  return at <= 8_640_000_000_000_000 ? new Date(at).toISOString() : `millisecond ${at}`;
}

function anyOf(words: readonly string[]): string {
  return words.length < 2
    ? (words[0] ?? '')
    : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}
