import {
  type ActionRequest,
  type ActionUnit,
  type Annex,
  type AttentionItem,
  canonicalForm,
  digestOf,
  type EffectClass,
  type GateBinding,
  type ProposedTransition,
  type Receipt,
  type RuntimeProfile,
  type Subject,
} from '@cux/contracts';
import type { Attempt } from '../state/attempt.ts';

/** Records of a small newsroom: enough to walk every arrow of the kernel without a browser. */

export const capability = 'content-ops';
export const providerId = 'playwright-chromium';
export const site = 'http://127.0.0.1:4600';

export function bytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalForm(value));
}

export function contentDigest(text: string): string {
  return digestOf('cux/content', text);
}

export const profile: RuntimeProfile = {
  schema_version: 'computer_use_runtime_profile_v0',
  provider_id: providerId,
  host_kind: 'browser_runtime',
  visibility: 'visible_or_replayable',
  provider_primitives: { screenshots: 'host_owned', external_write: 'gated', private_source_read: 'gated' },
  boundary: {
    credentials_copied: false,
    cookies_exported: false,
    raw_screenshots_copied: false,
    raw_private_bodies_copied: false,
    external_write_allowed_without_gate: false,
  },
};

export const planDigest = digestOf('cux/plan', { plan: 'example' });
export const evidenceDigest = digestOf('cux/content', { evidence: 'screenshot' });

export function requestFor(parts: {
  readonly goal_id: string;
  readonly todo_id: string;
  readonly action_unit: ActionUnit;
  readonly effect_class: EffectClass;
  readonly gate: GateBinding | null;
}): ActionRequest {
  const others: EffectClass[] = ['read', 'draft', 'external_write', 'credential_use'];
  const forbidden = others.slice(2).filter((each) => each !== parts.effect_class);
  return {
    schema_version: 'computer_use_action_request_v0',
    goal_id: parts.goal_id,
    todo_id: parts.todo_id,
    provider_id: providerId,
    action_unit: parts.action_unit,
    effect_class: parts.effect_class,
    write_scope: { allowed_actions: ['open approved screen'], forbidden_effect_classes: forbidden },
    ...(parts.gate === null ? {} : { gate_binding: parts.gate }),
    stop_condition: 'stop at the gate or at an unknown modal',
    validation_target: 'the screen of the unit is reached',
  };
}

export function subjectFor(parts: {
  readonly record_id: string;
  readonly record_revision: number;
  readonly content_digest: string;
  readonly item?: string | null;
}): Subject {
  return {
    action_unit: 'publish_after_approved_gate',
    capability,
    target: { site, account: 'desk', item: parts.item === undefined ? parts.record_id : parts.item },
    record_id: parts.record_id,
    record_revision: parts.record_revision,
    content_digest: parts.content_digest,
    final_action: { role: 'button', name: 'Confirm publish' },
    permit_rules_digest: digestOf('cux/rules', { rules: 'one' }),
    policy_version: 'policy-1',
  };
}

export function attention(question: string): AttentionItem {
  return {
    question,
    attempted: ['publish the article'],
    forbidden: ['publish anything else'],
    evidence: [{ evidence_class: 'screenshot', digest: evidenceDigest }],
    next_step: 'human_review',
    takeover: 'open the session view and take over',
  };
}

export type Ending = 'drafted' | 'published' | 'read' | 'signed-in' | 'failed' | 'press-unknown';

/** An honest receipt and annex for an attempt, by how it ended. */
export function reportFor(
  attempt: Attempt,
  ending: Ending,
): { readonly receipt: Receipt; readonly annex: Annex } {
  const stops: Readonly<Record<Ending, Receipt['stop_reason']>> = {
    drafted: 'stopped_at_gate',
    published: 'completed',
    read: 'completed',
    'signed-in': 'completed',
    failed: 'failed',
    'press-unknown': 'failed',
  };
  const pressed = ending === 'published' || ending === 'press-unknown';
  const receipt: Receipt = {
    schema_version: 'computer_use_receipt_v0',
    goal_id: attempt.goal_id,
    todo_id: attempt.todo_id,
    provider_id: attempt.provider_id,
    attempted_action_unit: attempt.request.action_unit,
    stop_reason: stops[ending],
    observed_facts: {
      screen_reached: true,
      draft_present: ending === 'drafted' || pressed,
      final_action_clicked: pressed,
      unknown_modal: false,
    },
    evidence: {
      handle_kind: 'host_screenshot_pointer',
      raw_evidence_copied: false,
      private_source_redacted: true,
    },
    idempotency_key: attempt.idempotency_key,
    session_reference: attempt.session_reference ?? '',
  };
  return { receipt, annex: annexFor(attempt, ending) };
}

function annexFor(attempt: Attempt, ending: Ending): Annex {
  const codes = { failed: 'navigation_failed', 'press-unknown': 'outcome_unknown' } as const;
  const code = ending === 'failed' || ending === 'press-unknown' ? codes[ending] : null;
  const drafts = ending === 'drafted' || ending === 'published' || ending === 'press-unknown';
  const presses = { published: 'pressed', 'press-unknown': 'outcome_unknown' } as const;
  return {
    schema_version: 'cux_receipt_annex_v1',
    attempt_id: attempt.attempt_id,
    idempotency_key: attempt.idempotency_key,
    request_digest: attempt.request_digest,
    plan_digest: attempt.plan_digest,
    blocker: code === null ? null : { code, step: 1, label: null },
    write_blocked: false,
    blocked_writes: [],
    allowed_writes: ending === 'drafted' ? attempt.draft_rules.map((rule) => ({ rule, count: 1 })) : [],
    draft: drafts ? { fields_expected: 3, fields_held: 3 } : null,
    press: ending === 'published' || ending === 'press-unknown' ? presses[ending] : 'not_attempted',
    permit_spent: ending === 'published' ? 1 : 0,
    unexpected_target_opened: false,
    observation_truncated: false,
    extractions: {},
    evidence: [{ evidence_class: 'screenshot', digest: evidenceDigest, size: 10, redacted: true }],
    started_at: 1,
    ended_at: 2,
  };
}

/** A proposal that changes nothing but its todo; the parts that differ are given. */
export function proposalFor(
  todo: Pick<ProposedTransition['todo'], 'state'> & Partial<ProposedTransition['todo']>,
  parts: Partial<Omit<ProposedTransition, 'schema_version' | 'todo'>> = {},
): ProposedTransition {
  return {
    schema_version: 'cux_proposed_transition_v1',
    because: 'example-reason',
    following: [],
    gate: null,
    record: null,
    evidence: [],
    settles: null,
    unblocks: null,
    ...parts,
    todo: { action_unit: null, successor: null, attention: null, ...todo },
  };
}
