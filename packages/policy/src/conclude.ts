import { type Digest, type EffectClass, needsGate } from '@cux/contracts';
import { type PolicyDecision, type PolicyReason, type PolicyReasonId, policyReason } from './decision.ts';

/** Rules of one effect that hold for an action, as their reasons; sorted by id. */
export type Holding = readonly PolicyReason[];

const idOf = ({ id }: PolicyReason): string => id;
const noRule = [policyReason('policy.no-rule')];
const effectLeaves = [policyReason('policy.effect-leaves')];

/**
 * What follows from the rules that hold: forbid beats require-approval beats permit, and what no rule speaks of is
 * forbidden. An external write or a credential use is never better than `require_approval`, whatever a rule says. Each
 * list is only asked for when the stronger ones are empty.
 */
export function conclude(
  version: Digest,
  effectClass: EffectClass,
  holding: { readonly forbid: () => Holding; readonly ask: () => Holding; readonly permit: () => Holding },
): PolicyDecision {
  const forbid = holding.forbid();
  if (forbid.length > 0) return decision(version, 'forbid', forbid);
  const ask = holding.ask();
  if (ask.length > 0) return decision(version, 'require_approval', ask);
  const permit = holding.permit();
  if (permit.length === 0) return decision(version, 'forbid', [], noRule);
  return needsGate(effectClass)
    ? decision(version, 'require_approval', permit, effectLeaves)
    : decision(version, 'permit', permit);
}

/** Forbidden before any rule was asked, or because none could be. */
export function forbidden(
  version: Digest,
  id: PolicyReasonId,
  rules: readonly string[] = [],
): PolicyDecision {
  return { effect: 'forbid', policy_version: version, rules, reasons: [policyReason(id)] };
}

function decision(
  policy_version: Digest,
  effect: PolicyDecision['effect'],
  rules: Holding,
  reasons: readonly PolicyReason[] = rules,
): PolicyDecision {
  return { effect, policy_version, rules: rules.map(idOf), reasons };
}
