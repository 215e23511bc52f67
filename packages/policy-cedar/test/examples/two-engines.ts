import { createBuiltInPolicy, type PolicyDecider, readActionPolicy } from '@cux/policy';
import { createCedarPolicy } from '@cux/policy-cedar';

/** The policy of a host, out of either kind of file; null when the file has mistakes. */
export function policyFrom(text: string, kind: 'built-in' | 'cedar'): PolicyDecider | null {
  if (kind === 'cedar') {
    const verdict = createCedarPolicy(text);
    return verdict.ok ? verdict.policy : null;
  }
  const reading = readActionPolicy(text);
  return reading.ok ? createBuiltInPolicy(reading.policy) : null;
}
