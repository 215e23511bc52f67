// What is decided about
export {
  type Action,
  type ActionKind,
  actionKinds,
  type BudgetMeasure,
  budgetMeasures,
  kindsWithoutTarget,
  kindsWithTarget,
} from './action.ts';
export {
  type ActionFacts,
  createFactsReader,
  type FactsReading,
  type ReadFacts,
} from './action-facts.ts';
// The policy as a document
export {
  type ActionPolicy,
  actionPolicySchema,
  type PolicyConditions,
  type PolicyRule,
  policyConditionsSchema,
  policyRuleSchema,
} from './action-policy.ts';
// Rules to begin with
export { askBeforeEffects } from './ask-before-effects.ts';
// The built-in rules
export { createBuiltInPolicy } from './built-in-policy.ts';
export { canonicalPolicy } from './canonical-policy.ts';
// For other engines: the same conclusions from rules that they found to hold
export { conclude, forbidden, type Holding } from './conclude.ts';
// The port of every engine
export {
  type DecideAction,
  type PolicyDecider,
  type PolicyDecision,
  type PolicyEffect,
  type PolicyReason,
  type PolicyReasonId,
  policyEffects,
  policyReasons,
} from './decision.ts';
export { describeRule } from './describe-rule.ts';
export { foldName, foldParts, namePatternSchema, partsOf } from './name-pattern.ts';
export { type PolicyProblem, placeOf } from './policy-problem.ts';
export { type PolicyReading, readActionPolicy } from './read-action-policy.ts';
export {
  dayAndMinute,
  minuteOf,
  type TimeWindow,
  timeWindowSchema,
  type Weekday,
  weekdays,
} from './time-window.ts';
