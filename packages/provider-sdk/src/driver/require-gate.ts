import { type ActionRequest, type GateBinding, needsGate } from '@cux/contracts';

/**
 * A class that needs a gate is refused without a current, open binding
 * (`spec/computer-use-runtime-v0`, Action Request Shape). Checked before the provider is contacted.
 *
 * @param current the binding that the host presents; it must equal the request's own
 */
export function gateRefusal(
  request: ActionRequest,
  current: GateBinding | null,
): 'gate_missing' | 'gate_stale' | null {
  if (!needsGate(request.effect_class)) return null;
  const bound = request.gate_binding;
  if (bound === undefined || current === null) return 'gate_missing';
  const same = bound.gate_id === current.gate_id && bound.revision === current.revision;
  return same && bound.status === 'open' && current.status === 'open' ? null : 'gate_stale';
}
