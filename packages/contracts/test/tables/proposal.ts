import { judgePlan, judgeProposal, type Plan, type Verdict } from '../../src/index.ts';
import { draftProposal } from '../support/honest.ts';
import { wire } from '../support/wire.ts';
import { changed } from './receipt.ts';
import { accepts, type RuleRow, refuses } from './row.ts';

const proposal =
  (changes: Readonly<Record<string, unknown>> = {}) =>
  (): Verdict<unknown> =>
    judgeProposal(wire(changed(draftProposal(), changes)));

const following = (changes: Readonly<Record<string, unknown>> = {}) => ({
  todo_id: 'todo_read_back',
  action_unit: 'inspect_screen',
  state: 'open',
  record_id: null,
  reconciles_attempt_id: 'attempt_1',
  attention: null,
  ...changes,
});

const settles = (state: string) => ({
  attempt_id: 'attempt_1',
  outcome: 'not_happened',
  todo_state: state,
  attention: null,
});

export const proposalRows: readonly RuleRow[] = [
  accepts('a draft that waits for the gate it raises', proposal()),
  accepts('done, with evidence, and no successor', proposal({ 'todo/state': 'done', gate: null })),
  refuses(
    'proposal.done-without-evidence',
    'done because it says so',
    proposal({ 'todo/state': 'done', evidence: [] }),
  ),
  refuses('proposal.awaiting-without-gate', 'waits for nothing', proposal({ gate: null })),
  refuses(
    'proposal.awaiting-without-gate',
    'the other todo waits for nothing',
    proposal({ 'todo/state': 'open', gate: null, settles: settles('awaiting_gate') }),
  ),
  refuses(
    'proposal.awaiting-without-gate',
    'a following todo waits for a gate of another todo',
    proposal({ following: [following({ state: 'awaiting_gate' })] }),
  ),
  refuses(
    'proposal.blocked-without-attention',
    'blocked, and nobody knows',
    proposal({ 'todo/state': 'blocked', gate: null }),
  ),
  refuses(
    'proposal.blocked-without-attention',
    'the other todo blocked',
    proposal({ settles: settles('blocked') }),
  ),
  refuses(
    'proposal.blocked-without-attention',
    'a following todo is born blocked',
    proposal({ following: [following({ state: 'blocked' })] }),
  ),
  refuses(
    'proposal.reconciling-without-read-back',
    'nobody finds out',
    proposal({ 'todo/state': 'reconciling', gate: null }),
  ),
  accepts(
    'reconciling with its read-back',
    proposal({ 'todo/state': 'reconciling', gate: null, following: [following()] }),
  ),
  refuses('proposal.duplicate-todo', 'two of one name', proposal({ following: [following(), following()] })),
  ...[
    'Waiting for the user',
    'owner gate (review)',
    'Approval is required!',
    'Please approve this.',
    'Are you sure?',
  ].map((question) =>
    refuses(
      'proposal.vague-question',
      `“${question}” names no decision`,
      proposal({ 'gate/attention/question': question }),
    ),
  ),
];

const origin = 'http://127.0.0.1:4100';
const button = (name: string) => ({ role: 'button', name });
const rule = (id: string, effectClass: string) => ({
  id,
  effect_class: effectClass,
  describes: 'Saves the article',
  method: 'POST',
  origin,
  path: '/api/articles/{integer}',
  query: [],
  override_method: null,
  body: {
    kind: 'json',
    fields: [
      { field: '/status', operator: 'equals', value: effectClass === 'draft' ? 'draft' : 'published' },
    ],
    other_fields: 'allow',
  },
});

/** A plan that fills the editor, saves, and stops before its final action. */
export const honestPlan = {
  schema_version: 'cux_plan_v1',
  action_unit: 'draft_until_review_gate',
  start_url: `${origin}/articles/new`,
  allowed_origins: [origin],
  steps: [
    {
      kind: 'fill',
      target: { role: 'textbox', name: 'Headline' },
      value: 'password: hunter2hunter2 is content',
    },
    { kind: 'press', target: button('Save draft') },
    { kind: 'await_write', rule: 'save-draft' },
    {
      kind: 'verify_fact',
      source: { kind: 'json', url: '/api/articles/7', pointer: '/status' },
      one_of: ['draft'],
    },
  ],
  final_action: button('Publish'),
  write_rules: [rule('save-draft', 'draft')],
  permit_rules: [rule('publish', 'external_write')],
  known_modals: [],
  sign_in_walls: [],
  extractions: [
    {
      name: 'post_id',
      type: { kind: 'integer' },
      required: true,
      source: { kind: 'address', template: '/articles/{integer}/edit' },
    },
  ],
  evidence: ['screenshot'],
  settle_ms: 500,
  deadline_ms: 60_000,
  viewport: { width: 1280, height: 800 },
} as unknown as Plan;

const plan =
  (changes: Readonly<Record<string, unknown>> = {}) =>
  (): Verdict<unknown> =>
    judgePlan(wire(changed(honestPlan, changes)));

const tellingUrl = 'http://127.0.0.1:4100/articles/new?access_token=a1B2c3D4e5F6g7H8i9J0';

export const planRows: readonly RuleRow[] = [
  accepts('a plan that agrees with itself; approved values are content', plan()),
  accepts('a fraction in a body predicate', plan({ 'write_rules/0/body/fields/0/value': 0.5 })),
  refuses('leak.url-credential', 'a start address that opens something', plan({ start_url: tellingUrl })),
  refuses(
    'leak.url-credential',
    'a step that goes there',
    plan({ 'steps/0': { kind: 'open', url: tellingUrl } }),
  ),
  refuses(
    'leak.password',
    'a secret in the name of an element, which a question would show',
    plan({ 'final_action/name': 'password: hunter2hunter2' }),
  ),
  refuses(
    'leak.password',
    'or in that of what it stands in',
    plan({ 'final_action/within': { role: 'region', name: 'password: hunter2hunter2' } }),
  ),
  refuses(
    'leak.url-credential',
    'an extraction that reads with a token in its address',
    plan({ 'extractions/0/source': { kind: 'json', url: tellingUrl, pointer: '/id' } }),
  ),
  refuses(
    'plan.start-outside-origins',
    'starts elsewhere',
    plan({ start_url: 'http://localhost:4100/articles/new' }),
  ),
  refuses(
    'plan.step-outside-origins',
    'goes elsewhere',
    plan({ 'steps/0': { kind: 'open', url: 'https://evil.example/' } }),
  ),
  refuses(
    'plan.rule-outside-origins',
    'writes elsewhere',
    plan({ 'write_rules/0/origin': 'https://evil.example' }),
  ),
  refuses(
    'plan.rule-class',
    'an external write that needs no permit',
    plan({ 'write_rules/0/effect_class': 'external_write' }),
  ),
  refuses('plan.rule-class', 'a permit for a draft', plan({ 'permit_rules/0/effect_class': 'draft' })),
  refuses('plan.duplicate-rule', 'one name for two rules', plan({ 'permit_rules/0/id': 'save-draft' })),
  refuses('plan.unknown-rule', 'waits for a write that may not leave', plan({ 'steps/2/rule': 'publish' })),
  refuses(
    'plan.presses-final-action',
    'presses what waits for a person',
    plan({ 'steps/1/target': button('Publish') }),
  ),
  refuses('plan.permit-without-final-action', 'a permit for nothing', plan({ final_action: null })),
  refuses(
    'plan.duplicate-extraction',
    'one name for two facts',
    plan({ 'extractions/1': { ...honestPlan.extractions[0] } }),
  ),
  refuses(
    'leak.url-credential',
    'a password in the address',
    plan({ start_url: 'http://editor:s3cret-42@127.0.0.1:4100/' }),
  ),
];
