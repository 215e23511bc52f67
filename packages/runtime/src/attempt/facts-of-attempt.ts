import type { Facts } from '../telemetry/names.ts';
import type { AdmittedAttempt } from './admit.ts';

/** What telemetry says of an attempt. */
export function factsOfAttempt({ attemptId, todo, provider, draft }: AdmittedAttempt): Facts {
  return {
    'cux.attempt.id': attemptId,
    'cux.attempt.action_unit': draft.request.action_unit,
    'cux.attempt.effect_class': draft.request.effect_class,
    'cux.capability.id': todo.capability,
    'cux.provider.id': provider.providerId,
    'cux.gate.id': draft.request.gate_binding?.gate_id ?? null,
  };
}
