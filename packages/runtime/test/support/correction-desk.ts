import {
  type ActionRequest,
  type AttentionItem,
  digestOf,
  type Plan,
  type ProposedTransition,
  permitRulesDigest,
  type Subject,
  type WriteRule,
} from '@cux/contracts';
import type {
  AttemptInput,
  Capability,
  CapabilityDescription,
  CapabilityRecord,
  ReducerInput,
} from '@cux/kernel/capability';

/** A product of its own beside publishing: a correction goes out under the correction desk's rules, or does not. */
export const correctionDesk: CapabilityDescription = {
  capability_id: 'correction-desk',
  outcome: 'A correction that a person has approved stands on the site.',
};

/** What a correction says, and on which page it is written. */
export interface Correction {
  readonly page: string;
  readonly headline: string;
  readonly text: string;
}

export const digestOfCorrection = (correction: Correction) => digestOf('cux/content', correction);

const headline = { role: 'textbox', name: 'Headline' } as const;
const text = { role: 'textbox', name: 'Body' } as const;
const confirm = {
  role: 'button',
  name: 'Confirm publish',
  within: { role: 'region', name: 'Ready to publish?' },
} as const;

/**
 * Fills a page that exists and puts it out in one go, once a person has approved: no draft is saved before. It looks first
 * (`inspect_screen`), asks, and is done as soon as the site has accepted the write. Nothing of publishing is used.
 */
export function createCorrectionDesk(origin: string, correction: Correction): Capability {
  return {
    description: correctionDesk,
    rules_digest: digestOf('cux/capability-rules', { desk: 'corrections', origin }),
    prepareAttempt: async (input) => prepare(input, origin, correction),
    propose: async (input) => propose(input, origin, correction),
    signInSurface: async () => null,
  };
}

function rule(origin: string, { page, headline: title, text: body }: Correction): WriteRule {
  return {
    id: 'put-out',
    effect_class: 'external_write',
    describes: 'put this correction out',
    method: 'POST',
    origin,
    path: `/api/articles/${page}`,
    query: [],
    override_method: null,
    body: {
      kind: 'json',
      fields: [
        { field: '/status', operator: 'equals', value: 'published' },
        { field: '/headline', operator: 'equals', value: title },
        { field: '/body', operator: 'equals', value: body },
        { field: '/section', operator: 'present' },
      ],
      other_fields: 'deny',
    },
  };
}

function planFor(
  unit: 'inspect_screen' | 'publish_after_approved_gate',
  origin: string,
  correction: Correction,
): Plan {
  const writes = unit === 'publish_after_approved_gate';
  const filling: Plan['steps'] = [
    { kind: 'fill', target: headline, value: correction.headline },
    { kind: 'fill', target: text, value: correction.text },
    { kind: 'press', target: { role: 'button', name: 'Publish' } },
    { kind: 'await', target: confirm },
  ];
  return {
    schema_version: 'cux_plan_v1',
    action_unit: unit,
    start_url: `${origin}/articles/${correction.page}/edit`,
    allowed_origins: [origin],
    steps: [{ kind: 'await', target: headline }, ...(writes ? filling : [])],
    final_action: writes ? confirm : null,
    write_rules: [],
    permit_rules: writes ? [rule(origin, correction)] : [],
    known_modals: [],
    sign_in_walls: [],
    extractions: [],
    evidence: ['screenshot'],
    settle_ms: 0,
    deadline_ms: 60_000,
    viewport: { width: 1_024, height: 768 },
  };
}

function subjectFor(
  record: CapabilityRecord,
  policyVersion: string,
  origin: string,
  correction: Correction,
): Subject {
  return {
    action_unit: 'publish_after_approved_gate',
    capability: correctionDesk.capability_id,
    target: { site: origin, account: 'corrections', item: correction.page },
    record_id: record.record_id,
    record_revision: record.revision,
    content_digest: record.content_digest,
    final_action: confirm,
    permit_rules_digest: permitRulesDigest(planFor('publish_after_approved_gate', origin, correction)),
    policy_version: policyVersion,
  };
}

function prepare(
  { todo, gate, record, profile, policy_version }: AttemptInput,
  origin: string,
  correction: Correction,
) {
  if (record === null) throw new Error('a correction has a record');
  const unit = todo.action_unit === 'inspect_screen' ? 'inspect_screen' : 'publish_after_approved_gate';
  const writes = unit === 'publish_after_approved_gate';
  const request: ActionRequest = {
    schema_version: 'computer_use_action_request_v0',
    goal_id: todo.goal_id,
    todo_id: todo.todo_id,
    provider_id: profile.provider_id,
    action_unit: unit,
    effect_class: writes ? 'external_write' : 'read',
    write_scope: {
      allowed_actions: [writes ? 'put the correction out once' : 'look at the page'],
      forbidden_effect_classes: writes ? ['credential_use'] : ['draft', 'external_write', 'credential_use'],
    },
    ...(writes && gate?.status === 'open'
      ? { gate_binding: { gate_id: gate.gate_id, revision: gate.revision, status: gate.status } }
      : {}),
    stop_condition: 'stop at any unknown modal',
    validation_target: writes ? 'the site accepted the correction' : 'the page is there',
  };
  return {
    request,
    plan: planFor(unit, origin, correction),
    subject: writes ? subjectFor(record, policy_version, origin, correction) : null,
    stored_session: null,
  };
}

function propose(input: ReducerInput, origin: string, correction: Correction): ProposedTransition {
  const { report, todo, record } = input;
  const evidence = report.kind === 'receipt' ? report.annex.evidence.map(({ digest }) => digest) : [];
  const completed = report.kind === 'receipt' && report.receipt.stop_reason === 'completed';
  const base = {
    schema_version: 'cux_proposed_transition_v1' as const,
    following: [] as ProposedTransition['following'],
    gate: null,
    record: null,
    evidence,
    settles: null,
    unblocks: null,
  } satisfies Partial<ProposedTransition>;
  const attention: AttentionItem = {
    question: `Put out the correction “${correction.headline}”?`,
    attempted: ['look at the page'],
    forbidden: ['before a person has approved: publish, send, submit, pay or delete anything'],
    evidence: [],
    next_step: 'human_review',
    takeover: `Open ${origin}/articles/${correction.page}/edit in your own browser.`,
  };
  if (!completed || record === null) {
    return {
      ...base,
      because: 'desk-asks',
      todo: { state: 'blocked', action_unit: null, successor: null, attention },
    };
  }
  if (todo.action_unit === 'inspect_screen') {
    return {
      ...base,
      because: 'desk-looked',
      todo: {
        state: 'awaiting_gate',
        action_unit: 'publish_after_approved_gate',
        successor: null,
        attention,
      },
      gate: {
        kind: 'item',
        todo_id: todo.todo_id,
        subject: subjectFor(record, input.policy_version, origin, correction),
        attention,
        expires_in_ms: 3_600_000,
      },
    };
  }
  return {
    ...base,
    because: 'desk-corrected',
    todo: { state: 'done', action_unit: null, successor: null, attention: null },
  };
}
