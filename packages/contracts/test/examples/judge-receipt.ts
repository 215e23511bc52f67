import { digestOf, judge, type ReceiptAuthority } from '../../src/index.ts';

// What was asked for, and admitted. Your own system has it; it is never taken from the sender.
const request: ReceiptAuthority['request'] = {
  schema_version: 'computer_use_action_request_v0',
  goal_id: 'weekly-report',
  todo_id: 'read-the-figures',
  provider_id: 'my-provider',
  action_unit: 'inspect_screen',
  effect_class: 'read',
  write_scope: {
    allowed_actions: ['read the table of figures'],
    forbidden_effect_classes: ['external_write'],
  },
  stop_condition: 'The table has been read.',
  validation_target: 'The figures of this week.',
};

// What stands at the moment of judging.
const authority: ReceiptAuthority = {
  request,
  request_digest: digestOf('cux/request', request),
  plan_digest: digestOf('cux/plan', {}),
  attempt: {
    attempt_id: 'attempt-1',
    state: 'running',
    dispatched: true,
    cancelled: false,
    lease_held: true,
    deadline_passed: false,
    fence_current: true,
    committed: false,
  },
  channel_provider_id: 'my-provider',
  issued: { idempotency_key: 'key-1', session_reference: 'session-1' },
  gate: null,
  subject_digest: null,
  extractions: [],
};

// The text exactly as received: parsing it first would lose what the judge looks for.
const receipt = `{
  "schema_version": "computer_use_receipt_v0",
  "goal_id": "weekly-report", "todo_id": "read-the-figures", "provider_id": "my-provider",
  "attempted_action_unit": "inspect_screen",
  "stop_reason": "completed",
  "observed_facts": {
    "screen_reached": true, "draft_present": false, "final_action_clicked": true, "unknown_modal": false
  },
  "evidence": {
    "handle_kind": "host_replay_or_screenshot_pointer",
    "raw_evidence_copied": false, "private_source_redacted": true
  },
  "idempotency_key": "key-1", "session_reference": "session-1"
}`;

export const verdict = judge({ kind: 'receipt_alone', receipt, authority });
// { ok: false, findings: [{ rule: 'facts.final-action-in-draft', path: '/receipt/observed_facts', … }, …] }
