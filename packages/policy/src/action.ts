import type { ActionUnit, EffectClass, OperatingMode, Target } from '@cux/contracts';

/**
 * What kind of action it is: a plan as a whole, or one action within the page. A step of a plan and an agent's own
 * action have the same word, so that one rule speaks of both.
 */
export const actionKinds = [
  'plan',
  'click',
  'keypress',
  'scroll',
  'switch_target',
  'close_target',
  'type_text',
  'select_option',
] as const;

export type ActionKind = (typeof actionKinds)[number];

/** Kinds that always have an element; without one such an action contradicts itself. */
export const kindsWithTarget: readonly ActionKind[] = ['click', 'type_text', 'select_option'];

/** Kinds that never have one. */
export const kindsWithoutTarget: readonly ActionKind[] = ['switch_target', 'close_target'];

/** What a budget is counted in: the measures of the kernel's quota ledger. */
export const budgetMeasures = ['attempts', 'actions', 'wall_ms', 'external_writes', 'interventions'] as const;

export type BudgetMeasure = (typeof budgetMeasures)[number];

/**
 * What somebody wants to do, as far as policy looks at it: facts, all of them known. An action that lacks one, has one
 * more, or holds one that cannot be read is forbidden.
 */
export interface Action {
  readonly kind: ActionKind;
  readonly action_unit: ActionUnit;
  readonly effect_class: EffectClass;
  readonly mode: OperatingMode;
  /** Every origin that it may touch, 1 … 20. */
  readonly origins: readonly string[];
  /** The element that would be pressed or filled, as the page shows it now; of a plan its final action. */
  readonly target: Target | null;
  /** When it would happen, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** What the goal has used by now, as the quota ledger says. */
  readonly used: Readonly<Record<BudgetMeasure, number>>;
}
