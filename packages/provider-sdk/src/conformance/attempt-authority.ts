import {
  type ActionRequest,
  digestOf,
  type Plan,
  permitRulesDigest,
  planDigest,
  type ReceiptAuthority,
} from '@cux/contracts';
import { unitForms } from '../driver/unit-form.ts';

const idBody = '01j9zzzzzzzzzzzzzzzzzzzzzz';
const gateId = `gate_${idBody}`;
const subject = digestOf('cux/subject', 'conformance');

export const attemptId = `attempt_${idBody}`;
export const idempotencyKey = `key_${idBody}`;

/** A permit as a commit hands it out. */
export function permitFor(plan: Plan, permitId: string) {
  return {
    permit_id: permitId,
    attempt_id: attemptId,
    gate_id: gateId,
    subject_digest: subject,
    permit_rules_digest: permitRulesDigest(plan),
    valid_for_ms: 60_000,
  };
}

export const permitId = `permit_${idBody}`;

/** The request that a kernel would have issued for this plan. */
export function requestFor(providerId: string, plan: Plan): ActionRequest {
  const { effectClass } = unitForms[plan.action_unit];
  const gated = effectClass === 'external_write';
  return {
    schema_version: 'computer_use_action_request_v0',
    goal_id: 'conformance',
    todo_id: 'conformance',
    provider_id: providerId,
    action_unit: plan.action_unit,
    effect_class: effectClass,
    write_scope: {
      allowed_actions: ['open approved screen'],
      forbidden_effect_classes: gated ? ['credential_use'] : ['external_write', 'credential_use'],
    },
    ...(gated ? { gate_binding: { gate_id: gateId, revision: 1, status: 'open' as const } } : {}),
    stop_condition: 'stop at final confirmation or unknown modal',
    validation_target: 'the page of the scenario is reached',
  };
}

/** What stands when the report arrives: the kernel's side, for the judge. */
export function authorityFor(
  plan: Plan,
  request: ActionRequest,
  sessionReference: string,
  committed: boolean,
): ReceiptAuthority {
  const gated = request.gate_binding !== undefined;
  return {
    request,
    request_digest: digestOf('cux/request', request),
    plan_digest: planDigest(plan),
    attempt: {
      attempt_id: attemptId,
      state: committed ? 'committed' : 'running',
      dispatched: true,
      cancelled: false,
      lease_held: true,
      deadline_passed: false,
      fence_current: true,
      committed,
    },
    channel_provider_id: request.provider_id,
    issued: { idempotency_key: idempotencyKey, session_reference: sessionReference },
    gate: gated
      ? {
          gate_id: gateId,
          revision: committed ? 2 : 1,
          status: committed ? 'closed' : 'open',
          subject_digest: subject,
          closed_for: committed ? 'consumed' : null,
          consumed_by: committed ? attemptId : null,
        }
      : null,
    subject_digest: gated ? subject : null,
    extractions: plan.extractions,
    draft_rules: plan.write_rules.map(({ id }) => id),
    permit_rules: plan.permit_rules.length,
  };
}
