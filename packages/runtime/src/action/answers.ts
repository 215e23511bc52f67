import type { ActionApproval, Finding, Principal } from '@cux/contracts';

/** One structural action, as it arrived. */
export interface ActRequest {
  /** Who asks, as the caller has authenticated them; nothing in the action's bytes says so. */
  readonly principal: Principal;
  readonly computer_id: string;
  readonly screen_id: string;
  readonly session_id: string;
  /** `cux_structural_action_v1` as UTF-8 JSON. */
  readonly action: Uint8Array;
}

/** Nothing was contacted, or what was asked is over; `rule` is stable. */
export interface ActionRefusal {
  readonly kind: 'refused';
  readonly rule: string;
  readonly message: string;
  /** The rung of the ladder that refused; null before it and after it. */
  readonly rung: string | null;
  /** What is wrong with the bytes, where they are what is wrong. */
  readonly findings: readonly Finding[];
}

/**
 * What one action came to.
 *
 * - `performed`: it was done, once.
 * - `stopped`: something stood in the way, named by `rule`; what was blocked has not left.
 * - `outcome_unknown`: it was begun, and what came of it is not known (yet): the same key asks again and never acts again.
 * - `pending`: a person decides first; the same action under the same key rejoins the decision.
 */
export type ActionAnswer =
  | { readonly kind: 'performed'; readonly attempt_id: string | null }
  | { readonly kind: 'stopped'; readonly rule: string; readonly attempt_id: string | null }
  | { readonly kind: 'outcome_unknown' }
  | { readonly kind: 'pending'; readonly approval: ActionApproval }
  | ActionRefusal;

export function refusedAction(
  rule: string,
  message: string,
  rung: string | null = null,
  findings: readonly Finding[] = [],
): ActionRefusal {
  return { kind: 'refused', rule, message, rung, findings };
}
