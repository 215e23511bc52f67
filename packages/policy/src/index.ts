// What is decided about
export type { Action } from './action.ts';

// The policy
export { type ActionPolicy, actionPolicySchema, type PolicyRule, policyRuleSchema } from './action-policy.ts';

// The decision
export { decideAction, type PolicyDecision, type PolicyEffect } from './decide-action.ts';
