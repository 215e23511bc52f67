import type { CapabilityDescription } from './index.ts';

const computerUse = /computer[-_. ]?use|(^|[-_. ])cua($|[-_. ])|browser[-_. ]?(use|automation|control)/i;

/**
 * Why a capability may not be registered, as a stable rule; null when it may. Computer use is an execution surface and
 * no product capability, and a capability has an outcome that its caller sees
 * (`spec/computer-use-runtime-v0`, Two Things Both Called "Capability").
 */
export function capabilityRefusal(
  capability: CapabilityDescription,
  registered: readonly CapabilityDescription[],
):
  | 'capability.computer-use'
  | 'capability.without-outcome'
  | 'capability.name-invalid'
  | 'capability.twice'
  | null {
  if (!/^[\x21-\x7e]{1,120}$/.test(capability.capability_id)) return 'capability.name-invalid';
  if (computerUse.test(capability.capability_id)) return 'capability.computer-use';
  if (capability.outcome.trim().length < 12) return 'capability.without-outcome';
  if (registered.some((each) => each.capability_id === capability.capability_id)) return 'capability.twice';
  return null;
}
