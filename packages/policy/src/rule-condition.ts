import type { EffectClass } from '@cux/contracts';
import { type ActionKind, type BudgetMeasure, budgetMeasures } from './action.ts';
import type { ActionFacts } from './action-facts.ts';
import type { PolicyConditions, PolicyRule } from './action-policy.ts';
import { foldParts, matchesParts, partsOf } from './name-pattern.ts';
import { minuteOf, type TimeWindow, type Weekday } from './time-window.ts';

/** What follows from the facts, found out once for all rules. */
export interface Derived {
  readonly day: Weekday;
  /** Of the day, in UTC. */
  readonly minute: number;
  /** The element's name as a person reads it; empty where no rule asks for it. */
  readonly folded: string;
}

/** Whether something holds for an action. */
export type Condition = (facts: ActionFacts, derived: Derived) => boolean;

/** Whether a rule may hold for actions of that class and kind at all. */
export function mayHold({ when }: PolicyRule, effectClass: EffectClass, kind: ActionKind): boolean {
  return (when.effect_classes?.includes(effectClass) ?? true) && (when.kinds?.includes(kind) ?? true);
}

/** Whether a rule reads names as a person would. */
export function foldsNames({ when, effect }: PolicyRule): boolean {
  return effect !== 'permit' && when.target?.name !== undefined;
}

/** The conditions of a rule beyond class and kind, ready to be asked; the cheap ones first. */
export function ruleCondition({ when, effect }: PolicyRule): Condition {
  const cautious = effect !== 'permit';
  const conditions = [
    memberOf(when.action_units, (facts) => facts.action_unit),
    memberOf(when.modes, (facts) => facts.mode),
    budgetCondition(when.budget),
    timeCondition(when.time),
    memberOf(when.target?.roles, (facts) => facts.target?.role),
    originCondition(when.origins, cautious),
    nameCondition(when.target?.name, cautious),
  ].filter((condition) => condition !== null);
  return (facts, derived) => {
    for (const condition of conditions) if (!condition(facts, derived)) return false;
    return true;
  };
}

function memberOf<Word>(
  words: readonly Word[] | undefined,
  of: (facts: ActionFacts) => Word | undefined,
): Condition | null {
  if (words === undefined) return null;
  const set = new Set<Word | undefined>(words);
  return (facts) => set.has(of(facts));
}

/** A permit has to cover every origin; what holds an action back needs one. */
function originCondition(origins: PolicyConditions['origins'], cautious: boolean): Condition | null {
  if (origins === undefined) return null;
  const set = new Set(origins);
  const named = (origin: string): boolean => set.has(origin);
  return cautious ? (facts) => facts.origins.some(named) : (facts) => facts.origins.every(named);
}

/** A permit reads the name as it stands; what holds an action back also reads it as a person would. */
function nameCondition(pattern: string | undefined, cautious: boolean): Condition | null {
  if (pattern === undefined) return null;
  const parts = partsOf(pattern) ?? [pattern];
  if (!cautious) return ({ target }) => target !== null && matchesParts(parts, target.name);
  const folded = foldParts(parts);
  return ({ target }, derived) =>
    target !== null && (matchesParts(parts, target.name) || matchesParts(folded, derived.folded));
}

function timeCondition(window: TimeWindow | undefined): Condition | null {
  if (window === undefined) return null;
  const days = window.days === undefined ? null : new Set<string>(window.days);
  const from = minuteOf(window.from ?? '00:00');
  const until = minuteOf(window.until ?? '24:00');
  const { not_before = 0, not_after = Number.POSITIVE_INFINITY } = window;
  return ({ at }, { day, minute }) =>
    at >= not_before && at < not_after && minute >= from && minute < until && (days?.has(day) ?? true);
}

function budgetCondition(budget: PolicyConditions['budget']): Condition | null {
  if (budget === undefined) return null;
  const bounds = budgetMeasures.flatMap((measure): (readonly [BudgetMeasure, number, number])[] => {
    const bound = budget[measure];
    return bound === undefined
      ? []
      : [[measure, bound.above ?? -1, bound.at_most ?? Number.POSITIVE_INFINITY]];
  });
  return ({ used }) => {
    for (const [measure, above, atMost] of bounds)
      if (used[measure] <= above || used[measure] > atMost) return false;
    return true;
  };
}
