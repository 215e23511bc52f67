import type { Action } from './action.ts';
import type { ActionPolicy, PolicyRule } from './action-policy.ts';

export type PolicyEffect = 'permit' | 'forbid' | 'require_approval';

/** A decision and why. `rules` names every rule that took part; empty when the default decided. */
export interface PolicyDecision {
  readonly effect: PolicyEffect;
  readonly policy_version: string;
  readonly rules: readonly string[];
  readonly reasons: readonly string[];
}

/** From the strongest to the weakest: one forbid outweighs every permit. */
const precedence: readonly PolicyEffect[] = ['forbid', 'require_approval', 'permit'];

/**
 * Decides an action: permit, forbid or require approval, with reasons. Default deny: what no rule speaks of is
 * forbidden. An external write or a credential use is never better than `require_approval`, whatever a rule says.
 */
export function decideAction(policy: ActionPolicy, action: Action): PolicyDecision {
  const matching = policy.rules.filter((rule) => matches(rule, action));
  const effect = precedence.find((candidate) => matching.some((rule) => rule.effect === candidate));
  if (effect === undefined) return decision(policy, 'forbid', [], ['no rule speaks of this action']);
  const deciding = matching.filter((rule) => rule.effect === effect);
  if (effect === 'permit' && needsApproval(action)) {
    return decision(policy, 'require_approval', deciding, [
      'its effect leaves the machine: a person decides',
    ]);
  }
  return decision(
    policy,
    effect,
    deciding,
    deciding.map((rule) => rule.reason),
  );
}

function needsApproval(action: Action): boolean {
  return action.effect_class === 'external_write' || action.effect_class === 'credential_use';
}

function matches(rule: PolicyRule, action: Action): boolean {
  const { effect_classes, action_units, modes, origins } = rule.when;
  if (effect_classes !== undefined && !effect_classes.includes(action.effect_class)) return false;
  if (action_units !== undefined && !action_units.includes(action.action_unit)) return false;
  if (modes !== undefined && !modes.includes(action.mode)) return false;
  if (origins !== undefined && !action.origins.every((origin) => origins.includes(origin))) return false;
  return true;
}

function decision(
  policy: ActionPolicy,
  effect: PolicyEffect,
  rules: readonly PolicyRule[],
  reasons: readonly string[],
): PolicyDecision {
  return { effect, policy_version: policy.version, rules: rules.map((rule) => rule.id), reasons };
}
