import {
  type ActionRequest,
  type Clock,
  digestOf,
  digestOfBytes,
  type Plan,
  planDigest,
} from '@cux/contracts';
import type { Guard } from '../guard/guard.ts';
import type { ProviderSession } from '../provider/provider.ts';
import type { DriverLimits } from './limits.ts';
import { type AttemptReport, runPlan } from './run-plan.ts';
import { unitForms } from './unit-form.ts';

export interface RehearsalInput {
  readonly providerId: string;
  readonly plan: Plan;
  readonly session: ProviderSession;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly limits?: Partial<DriverLimits>;
}

const idBody = '01j9zzzzzzzzzzzzzzzzzzzzzz';

/**
 * Carries a plan through the driver without a kernel, for tools that try a recipe on a site. Nobody could approve
 * anything here, so nothing is ever committed and no permit is armed: what leaves is what the plan's draft rules let
 * pass. Evidence is not kept. Throws a `PlanFault` for a plan that is unsound or for what needs a gate.
 */
export function rehearsePlan(input: RehearsalInput): Promise<AttemptReport> {
  const { plan, providerId, session, guard, clock, signal, limits = {} } = input;
  const request: ActionRequest = {
    schema_version: 'computer_use_action_request_v0',
    goal_id: 'rehearsal',
    todo_id: 'rehearsal',
    provider_id: providerId,
    action_unit: plan.action_unit,
    effect_class: unitForms[plan.action_unit].effectClass,
    write_scope: {
      allowed_actions: ['try the steps of a recipe'],
      forbidden_effect_classes: ['external_write', 'credential_use'],
    },
    stop_condition: 'stop at the final action, at a sign-in or at any unknown modal',
    validation_target: 'what the recipe says of the site holds',
  };
  return runPlan({
    attemptId: `attempt_${idBody}`,
    idempotencyKey: `key_${idBody}`,
    request,
    requestDigest: digestOf('cux/request', request),
    plan,
    planDigest: planDigest(plan),
    gateBinding: null,
    session,
    guard,
    hooks: {
      progress: async () => true,
      prepared: async () => ({ kind: 'refused', code: 'gate_missing' }),
      keepEvidence: async ({ bytes }) => digestOfBytes(bytes),
    },
    clock,
    signal,
    limits,
  });
}
