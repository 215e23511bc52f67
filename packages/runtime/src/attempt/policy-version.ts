import { type Digest, digestOf } from '@cux/contracts';
import type { Capability } from '@cux/kernel/capability';
import type { PolicyDecider } from '@cux/policy';

/**
 * What an approval names as its `policy_version`: a digest over the action policy and all rules of the capability, so that
 * a changed rule can never ride on an approval that was given under another one.
 */
export function policyVersion(
  policy: Pick<PolicyDecider, 'version'>,
  capability: Pick<Capability, 'rules_digest'>,
): Digest {
  return digestOf('cux/policy-version', {
    action_policy: policy.version,
    capability_rules: capability.rules_digest,
  });
}
