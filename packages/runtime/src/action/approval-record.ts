import type { ActionApproval } from '@cux/contracts';
import type { Approval } from './action-state.ts';

/** `cux_action_approval_v1`: the decision on one action, as the public sees it. */
export function approvalRecord(workspace: string, gate: Approval): ActionApproval {
  const { gate_id, revision, subject, subject_digest, attention, expires_at } = gate;
  const { decided_by, decided_at, reason, consumed_by, status, closed_for } = gate;
  return {
    schema_version: 'cux_action_approval_v1',
    gate_id,
    workspace_id: workspace,
    revision,
    subject_digest,
    attention,
    expires_at,
    decided_by,
    decided_at,
    reason: reason === null ? null : reason.slice(0, 400),
    consumed_by,
    decision: { status, closed_for } as ActionApproval['decision'],
    action: subject.action,
    policy_version: subject.policy_version,
  };
}
