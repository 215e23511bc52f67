import { type Digest, digestOf, digestSchema } from '@cux/contracts';
import { type PolicyDecider, type PolicyDecision, policyEffects, policyReasons } from '@cux/policy';
import { z } from 'zod';

const evaluationFailed = 'policy.evaluation-failed';

const decisionSchema = z.object({
  effect: z.enum(policyEffects),
  policy_version: digestSchema,
  rules: z.array(z.string()),
  reasons: z.array(z.object({ id: z.string(), text: z.string() })),
}) satisfies z.ZodType<PolicyDecision>;

/** Stands for the version of a policy that does not say which it is; nothing is permitted under it. */
const noVersion = digestOf('cux/policy-version', null);

/**
 * The host's policy, total even where its author has not kept to that: one that throws, answers with anything but a
 * decision, or does not say its version, forbids. What it answers is read once, as plain data, so that it cannot change
 * afterwards. Nothing of what it threw is told: it may hold what nobody should read.
 */
export function readPolicy(policy: PolicyDecider): PolicyDecider {
  return {
    // Asked for anew each time: rules may be exchanged while the host runs.
    get version() {
      return versionOf(policy) ?? noVersion;
    },
    decide: (action) => {
      const version = versionOf(policy);
      const decision = version === null ? null : decisionOf(() => policy.decide(action));
      return decision ?? failed(version ?? noVersion);
    },
  };
}

function versionOf(policy: PolicyDecider): Digest | null {
  return plain(() => policy.version, digestSchema);
}

function decisionOf(decide: () => unknown): PolicyDecision | null {
  return plain(() => {
    const decision = decide();
    // A promise is no decision, and its rejection nobody's.
    if (decision instanceof Promise) decision.catch(() => undefined);
    return decision;
  }, decisionSchema);
}

/** What is answered, as plain data of its shape; null where it is not, or looking at it throws. */
function plain<Value>(answer: () => unknown, schema: z.ZodType<Value>): Value | null {
  try {
    return schema.safeParse(answer()).data ?? null;
  } catch {
    return null;
  }
}

function failed(policy_version: Digest): PolicyDecision {
  return {
    effect: 'forbid',
    policy_version,
    rules: [],
    reasons: [{ id: evaluationFailed, text: policyReasons[evaluationFailed] }],
  };
}
