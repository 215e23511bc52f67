import {
  type ActionRequest,
  type Annex,
  digestOf,
  type GateHead,
  type ProposedTransition,
  type Receipt,
  type ReceiptAuthority,
  type RequestAuthority,
  type Subject,
  subjectDigest,
} from '../../src/index.ts';

const attemptId = 'attempt_01hzxkq7v3m8n4p2r6s9t0w1ya';
const gateId = 'gate_01hzxkq7v3m8n4p2r6s9t0w1yb';
const key = 'key_01hzxkq7v3m8n4p2r6s9t0w1yc';
const session = 'session_01hzxkq7v3m8n4p2r6s9t0w1yd';
const digest = (letter: string): string => `sha256:${letter.repeat(64)}`;

export const subject: Subject = {
  action_unit: 'publish_after_approved_gate',
  capability: 'content-ops',
  target: { site: 'newsroom', account: 'editor', item: '12' },
  record_id: 'article-12',
  record_revision: 1,
  content_digest: digest('c'),
  final_action: { role: 'button', name: 'Confirm publish' },
  permit_rules_digest: digest('d'),
  policy_version: '1',
};

export const draftRequest: ActionRequest = {
  schema_version: 'computer_use_action_request_v0',
  goal_id: 'loopx-meta',
  todo_id: 'todo_example',
  provider_id: 'computer_use_runtime',
  action_unit: 'draft_until_review_gate',
  effect_class: 'draft',
  write_scope: {
    allowed_actions: ['open approved screen', 'fill approved draft fields', 'capture compact receipt'],
    forbidden_effect_classes: ['external_write', 'credential_use'],
  },
  stop_condition: 'stop at final confirmation or unknown modal',
  validation_target: 'draft screen is reachable and final action remains unclicked',
};

export const publishRequest: ActionRequest = {
  ...draftRequest,
  action_unit: 'publish_after_approved_gate',
  effect_class: 'external_write',
  write_scope: {
    allowed_actions: ['open the approved draft', 'publish the approved draft once'],
    forbidden_effect_classes: ['credential_use'],
  },
  gate_binding: { gate_id: gateId, revision: 2, status: 'open' },
};

export const readRequest: ActionRequest = {
  ...draftRequest,
  action_unit: 'inspect_screen',
  effect_class: 'read',
  write_scope: {
    ...draftRequest.write_scope,
    allowed_actions: ['open approved screen', 'capture compact receipt'],
  },
};

export const openGate: GateHead = {
  gate_id: gateId,
  revision: 2,
  status: 'open',
  subject_digest: subjectDigest(subject),
  closed_for: null,
  consumed_by: null,
};

export const consumedGate: GateHead = {
  ...openGate,
  revision: 3,
  status: 'closed',
  closed_for: 'consumed',
  consumed_by: attemptId,
};

/** What stands when an honest draft receipt arrives. */
export const draftAuthority: ReceiptAuthority = {
  request: draftRequest,
  request_digest: digestOf('cux/request', draftRequest),
  plan_digest: digest('a'),
  attempt: {
    attempt_id: attemptId,
    state: 'running',
    dispatched: true,
    cancelled: false,
    lease_held: true,
    deadline_passed: false,
    fence_current: true,
    committed: false,
  },
  channel_provider_id: 'computer_use_runtime',
  issued: { idempotency_key: key, session_reference: session },
  gate: null,
  subject_digest: null,
  extractions: [
    { name: 'post_id', type: { kind: 'integer' }, required: true },
    { name: 'status', type: { kind: 'one_of', values: ['draft', 'published'] }, required: false },
    { name: 'headline_digest', type: { kind: 'digest' }, required: false },
    { name: 'notice', type: { kind: 'text', maximum: 40 }, required: false },
    { name: 'toggle_present', type: { kind: 'boolean' }, required: false },
  ],
};

/** What stands when an honest receipt of a publication arrives: its own commit has consumed the gate. */
export const publishAuthority: ReceiptAuthority = {
  ...draftAuthority,
  request: publishRequest,
  request_digest: digestOf('cux/request', publishRequest),
  attempt: { ...draftAuthority.attempt, state: 'committed', committed: true },
  gate: consumedGate,
  subject_digest: subjectDigest(subject),
};

export const readAuthority: ReceiptAuthority = {
  ...draftAuthority,
  request: readRequest,
  request_digest: digestOf('cux/request', readRequest),
};

/** The receipt and annex of a draft that stopped at its gate. */
export function draftReceipt(): Receipt {
  return {
    schema_version: 'computer_use_receipt_v0',
    goal_id: 'loopx-meta',
    todo_id: 'todo_example',
    provider_id: 'computer_use_runtime',
    attempted_action_unit: 'draft_until_review_gate',
    stop_reason: 'stopped_at_gate',
    observed_facts: {
      screen_reached: true,
      draft_present: true,
      final_action_clicked: false,
      unknown_modal: false,
    },
    evidence: {
      handle_kind: 'host_replay_or_screenshot_pointer',
      raw_evidence_copied: false,
      private_source_redacted: true,
    },
    idempotency_key: key,
    session_reference: session,
  };
}

export function draftAnnex(): Annex {
  return {
    schema_version: 'cux_receipt_annex_v1',
    attempt_id: attemptId,
    idempotency_key: key,
    request_digest: draftAuthority.request_digest,
    plan_digest: draftAuthority.plan_digest,
    blocker: null,
    write_blocked: false,
    blocked_writes: [],
    allowed_writes: [{ rule: 'save-draft', count: 2 }],
    draft: { fields_expected: 3, fields_held: 3 },
    press: 'not_attempted',
    permit_spent: 0,
    unexpected_target_opened: false,
    observation_truncated: false,
    extractions: { post_id: 12, status: 'draft' },
    evidence: [{ evidence_class: 'screenshot', digest: digest('e'), size: 20_480, redacted: true }],
    started_at: 1_700_000_000_000,
    ended_at: 1_700_000_009_000,
  };
}

export function publishReceipt(): Receipt {
  return {
    ...draftReceipt(),
    attempted_action_unit: 'publish_after_approved_gate',
    stop_reason: 'completed',
    observed_facts: {
      screen_reached: true,
      draft_present: true,
      final_action_clicked: true,
      unknown_modal: false,
    },
  };
}

export function publishAnnex(): Annex {
  return {
    ...draftAnnex(),
    request_digest: publishAuthority.request_digest,
    press: 'pressed',
    permit_spent: 1,
    extractions: { post_id: 12, status: 'published' },
  };
}

export function readReceipt(): Receipt {
  return {
    ...draftReceipt(),
    attempted_action_unit: 'inspect_screen',
    stop_reason: 'completed',
    observed_facts: {
      screen_reached: true,
      draft_present: false,
      final_action_clicked: false,
      unknown_modal: false,
    },
  };
}

export function readAnnex(): Annex {
  return {
    ...draftAnnex(),
    request_digest: readAuthority.request_digest,
    allowed_writes: [],
    draft: null,
  };
}

export const requestAuthority: RequestAuthority = {
  gate: null,
  subject_digest: null,
  provider: { provider_id: 'computer_use_runtime', ready: true, external_write: 'gated' },
};

export const publishRequestAuthority: RequestAuthority = {
  ...requestAuthority,
  gate: openGate,
  subject_digest: subjectDigest(subject),
};

const attention = {
  question: 'Publish “Q3 notes” to newsroom.example as drafted at 14:02?',
  attempted: ['fill the headline and the body', 'save the draft'],
  forbidden: ['publish without approval'],
  evidence: [],
  next_step: 'human_review' as const,
  takeover: 'Open the session in the console and press take over.',
};

/** A reducer's proposal after a draft: the gate for its publication. */
export function draftProposal(): ProposedTransition {
  return {
    schema_version: 'cux_proposed_transition_v1',
    because: 'draft-held',
    todo: {
      state: 'awaiting_gate',
      action_unit: 'publish_after_approved_gate',
      successor: null,
      attention: null,
    },
    following: [],
    gate: { kind: 'item', todo_id: 'todo_example', subject, attention, expires_in_ms: 86_400_000 },
    record: {
      record_id: 'article-12',
      expected_state: 'drafting',
      expected_revision: 1,
      state: 'review_ready',
      facts: { post_id: 12 },
    },
    evidence: [digest('e')],
    settles: null,
    unblocks: null,
  };
}
