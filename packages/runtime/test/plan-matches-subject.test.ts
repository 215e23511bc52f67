import {
  type EffectClass,
  type Plan,
  permitRulesDigest,
  planSchema,
  type Subject,
  type WriteRule,
} from '@cux/contracts';
import type { AttemptDraft } from '@cux/kernel/capability';
import { describe, expect, it } from 'vitest';
import { planSubjectMismatch } from '../src/attempt/plan-matches-subject.ts';

const publishRule: WriteRule = {
  id: 'publish',
  effect_class: 'external_write',
  describes: 'publishes the article',
  method: 'POST',
  origin: 'http://site.example',
  path: '/api/articles/7',
  query: [],
  override_method: null,
  body: {
    kind: 'json',
    fields: [{ field: '/status', operator: 'equals', value: 'published' }],
    other_fields: 'deny',
  },
};

const plan: Plan = planSchema.parse({
  schema_version: 'cux_plan_v1',
  action_unit: 'publish_after_approved_gate',
  start_url: 'http://site.example/articles/7/edit',
  allowed_origins: ['http://site.example'],
  steps: [],
  final_action: { role: 'button', name: 'Confirm publish' },
  write_rules: [],
  permit_rules: [publishRule],
  known_modals: [],
  sign_in_walls: [],
  extractions: [],
  evidence: [],
  settle_ms: 0,
  deadline_ms: 10_000,
  viewport: { width: 1280, height: 900 },
});

const subject: Subject = {
  action_unit: 'publish_after_approved_gate',
  capability: 'content-ops',
  target: { site: 'http://site.example', account: 'writer', item: '7' },
  record_id: 'item-1',
  record_revision: 1,
  content_digest: `sha256:${'0'.repeat(64)}`,
  final_action: { role: 'button', name: 'Confirm publish' },
  permit_rules_digest: permitRulesDigest(plan),
  policy_version: 'policy-1',
};

const within = { role: 'region', name: 'Ready to publish?' } as const;

function draft(
  change: Partial<AttemptDraft> = {},
  effectClass: EffectClass = 'external_write',
): AttemptDraft {
  return {
    request: {
      schema_version: 'computer_use_action_request_v0',
      goal_id: 'goal',
      todo_id: 'todo',
      provider_id: 'provider',
      action_unit: 'publish_after_approved_gate',
      effect_class: effectClass,
      write_scope: { allowed_actions: ['publish'], forbidden_effect_classes: [] },
      gate_binding: { gate_id: 'gate', revision: 2, status: 'open' },
      stop_condition: 'after one press',
      validation_target: 'published once',
    },
    plan,
    subject,
    stored_session: null,
    ...change,
  };
}

const rows: { given: AttemptDraft; plan?: Plan; rule: string | null; because: string }[] = [
  { given: draft(), rule: null, because: 'the plan is what the subject speaks of' },
  {
    given: draft(),
    plan: { ...plan, permit_rules: [{ ...publishRule, path: '/api/articles/{integer}' }] },
    rule: 'plan.permit-mismatch',
    because: 'a wider rule would let more leave than was approved',
  },
  {
    given: draft(),
    plan: { ...plan, final_action: { role: 'button', name: 'Publish all' } },
    rule: 'plan.final-action-mismatch',
    because: 'another button is another action',
  },
  {
    given: draft(),
    plan: { ...plan, final_action: { role: 'button', name: 'Confirm publish', within } },
    rule: 'plan.final-action-mismatch',
    because: 'the same button in another container is another action',
  },
  {
    given: draft({ subject: { ...subject, final_action: { ...subject.final_action, frame: 'editor' } } }),
    rule: 'plan.final-action-mismatch',
    because: 'the approval is about the button in a frame',
  },
  {
    given: draft({ subject: { ...subject, policy_version: 'policy-0' } }),
    rule: 'plan.policy-mismatch',
    because: 'the approval would be under other rules than those that hold',
  },
  {
    given: draft({ subject: { ...subject, target: { ...subject.target, site: 'http://other.example' } } }),
    rule: 'plan.site-mismatch',
    because: 'the approval would name a site that the plan does not touch',
  },
  {
    given: draft(),
    plan: { ...plan, allowed_origins: ['http://site.example:81'] },
    rule: 'plan.site-mismatch',
    because: 'another port is another site',
  },
  {
    given: draft(),
    plan: {
      ...plan,
      allowed_origins: ['http://site.example', 'http://other.example'],
      permit_rules: [{ ...publishRule, origin: 'http://other.example' }],
    },
    rule: 'plan.site-mismatch',
    because: 'the write would leave to another site than the approved one',
  },
  {
    given: draft(),
    plan: { ...plan, final_action: null },
    rule: 'plan.final-action-mismatch',
    because: 'an approval of a press needs something to press',
  },
  {
    given: draft(),
    plan: { ...plan, action_unit: 'fill_until_submit_gate' },
    rule: 'plan.unit-mismatch',
    because: 'the request names another unit',
  },
  {
    given: draft({ subject: { ...subject, action_unit: 'fill_until_submit_gate' } }),
    rule: 'plan.unit-mismatch',
    because: 'the approval is about another unit',
  },
  {
    given: draft({ subject: null }),
    rule: 'plan.subject-missing',
    because: 'a write without a subject cannot be approved',
  },
  {
    given: draft({ subject: null }, 'draft'),
    rule: 'plan.permit-without-gate',
    because: 'a draft has nothing to permit',
  },
  ...(['read', 'credential_use'] as const).map((effectClass) => ({
    given: draft({ subject: null }, effectClass),
    rule: 'plan.permit-without-gate',
    because: `no permit is ever handed out for ${effectClass}`,
  })),
  {
    given: draft({ subject: null }, 'draft'),
    plan: { ...plan, permit_rules: [] },
    rule: null,
    because: 'a draft without permit rules needs no subject',
  },
];

describe('planSubjectMismatch', () => {
  it.each(rows)('$rule: $because', ({ given, plan: changed, rule }) => {
    expect(planSubjectMismatch(changed ?? plan, given, 'policy-1')).toBe(rule);
  });
});
