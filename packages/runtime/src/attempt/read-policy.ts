import { type PolicyDecider, type PolicyDecision, policyEffects, policyReasons } from '@cux/policy';

const evaluationFailed = 'policy.evaluation-failed';

/**
 * The host's policy, total even where its author has not kept to that: one that throws, or answers with anything but a
 * decision, forbids. Nothing of what it threw is told: it may hold what nobody should read.
 */
export function readPolicy(policy: PolicyDecider): PolicyDecider {
  const failed = (): PolicyDecision => ({
    effect: 'forbid',
    policy_version: policy.version,
    rules: [],
    reasons: [{ id: evaluationFailed, text: policyReasons[evaluationFailed] }],
  });
  return {
    // Asked for anew each time: rules may be exchanged while the host runs.
    get version() {
      return policy.version;
    },
    decide: (action) => {
      try {
        const decision: unknown = policy.decide(action);
        return isDecision(decision) ? decision : failed();
      } catch {
        return failed();
      }
    },
  };
}

function isDecision(value: unknown): value is PolicyDecision {
  if (typeof value !== 'object' || value === null) return false;
  const { effect, reasons, rules } = value as Partial<Record<keyof PolicyDecision, unknown>>;
  return (
    policyEffects.some((each) => each === effect) &&
    Array.isArray(rules) &&
    Array.isArray(reasons) &&
    reasons.every((reason) => typeof reason?.id === 'string' && typeof reason?.text === 'string')
  );
}
