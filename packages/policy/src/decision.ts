import type { Digest } from '@cux/contracts';
import type { Action } from './action.ts';

/** The effects of rules and decisions, from the strongest to the weakest: one forbid outweighs every permit. */
export const policyEffects = ['forbid', 'require_approval', 'permit'] as const;

export type PolicyEffect = (typeof policyEffects)[number];

/**
 * Why it was decided so. `id` is stable: the id of a rule, or one of ours, which begin with `policy.`.
 * `text` is for people.
 */
export interface PolicyReason {
  readonly id: string;
  readonly text: string;
}

/** A decision and why. Equal facts under an equal policy give an equal decision. */
export interface PolicyDecision {
  readonly effect: PolicyEffect;
  /** The digest of the policy that decided. */
  readonly policy_version: Digest;
  /** The ids of the rules that took part, sorted; empty when none did. */
  readonly rules: readonly string[];
  /** At least one, sorted by id. */
  readonly reasons: readonly PolicyReason[];
}

/** Decides an action. Total: it never throws, and what it cannot read it forbids. */
export type DecideAction = (action: Action) => PolicyDecision;

/** An action policy that is ready to decide: the built-in rules, or another engine that keeps to the same duties. */
export interface PolicyDecider {
  /** The digest of the policy in its canonical form: it changes when a rule does, and not when rules change places. */
  readonly version: Digest;
  readonly decide: DecideAction;
}

/** Reasons that are not rules. */
export const policyReasons = {
  'policy.no-rule': 'no rule speaks of this action',
  'policy.effect-leaves': 'its effect leaves the machine: a person decides',
  'policy.action-unreadable': 'the facts of the action cannot be read',
  'policy.action-contradictory': 'the facts of the action contradict each other',
  'policy.document-unreadable': 'the policy cannot be read',
  'policy.evaluation-failed': 'a policy could not be evaluated',
} as const;

export type PolicyReasonId = keyof typeof policyReasons;

/** One of our own reasons, with its text. */
export function policyReason(id: PolicyReasonId): PolicyReason {
  return { id, text: policyReasons[id] };
}
