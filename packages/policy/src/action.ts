import type { ActionUnit, EffectClass, OperatingMode, Target } from '@cux/contracts';

/** What somebody wants to do, as far as policy looks at it. */
export interface Action {
  readonly action_unit: ActionUnit;
  readonly effect_class: EffectClass;
  readonly mode: OperatingMode;
  /** Every origin that the plan may touch. */
  readonly origins: readonly string[];
  /** What would be pressed behind the gate. */
  readonly final_action: Target | null;
}
