import { judgePlan, judgeProposal, type Plan, type Verdict } from '../../src/index.ts';
import { draftProposal } from '../support/honest.ts';
import { wire } from '../support/wire.ts';
import { changed } from './receipt.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

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
  permit_rules: [],
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

/** A plan that opens the saved draft, looks at it, and publishes it once. */
const publication = (changes: Readonly<Record<string, unknown>> = {}) =>
  plan({
    action_unit: 'publish_after_approved_gate',
    steps: [{ kind: 'verify', target: { role: 'textbox', name: 'Headline' }, value: 'Q3 notes' }],
    write_rules: [],
    permit_rules: [rule('publish', 'external_write')],
    ...changes,
  });

const modal = (dismiss: object) => ({ id: 'tour', match: { role: 'dialog', name: 'Welcome' }, dismiss });
const store = (url: string, header?: string) => ({
  kind: 'json',
  url,
  pointer: '/status',
  ...(header === undefined ? {} : { header: { name: 'X-Nonce', url: header } }),
});
const fact = (source: object) => ({ name: 'status', type: { kind: 'integer' }, required: false, source });

const tellingUrl = 'http://127.0.0.1:4100/articles/new?access_token=a1B2c3D4e5F6g7H8i9J0';

export const planRows: readonly RuleRow[] = [
  accepts('a plan that agrees with itself; approved values are content', plan()),
  accepts(
    'a field without a name, in a landmark without one: many editors have neither',
    plan({ 'steps/1/target': { role: 'textbox', name: '', within: { role: 'main', name: '' } } }),
  ),
  accepts(
    'a fact that is a comparison with a field',
    plan({
      'extractions/0': {
        name: 'holds_text',
        type: { kind: 'boolean' },
        required: true,
        source: { kind: 'target_holds', target: { role: 'textbox', name: 'Body' }, value: 'As approved.' },
      },
    }),
  ),
  refuses('shape.too-short', 'a control without a name', plan({ 'final_action/name': '' })),
  refuses(
    'shape.too-short',
    'a container without a name that is no landmark',
    plan({ 'final_action/within': { role: 'dialog', name: '' } }),
  ),
  refuses(
    'leak.password',
    'a secret in the name of a field that a fact is about',
    plan({
      'extractions/0/source': {
        kind: 'target_holds',
        target: { role: 'textbox', name: 'password: hunter2hunter2' },
        value: '',
      },
    }),
  ),
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
  refuses('plan.rule-class', 'a permit for a draft', publication({ 'permit_rules/0/effect_class': 'draft' })),
  refuses(
    'plan.duplicate-rule',
    'one name for two rules',
    plan({ 'write_rules/1': rule('save-draft', 'draft') }),
  ),
  refuses('plan.unknown-rule', 'waits for a write that may not leave', plan({ 'steps/2/rule': 'publish' })),
  refuses(
    'plan.presses-final-action',
    'presses what waits for a person',
    plan({ 'steps/1/target': button('Publish') }),
  ),
  ...(
    [
      ['with a character that shows nothing', button('Publish\u200b')],
      ['with a space that does not break', button('Publish\u00a0')],
      ['with a Cyrillic letter', button('Рublish')],
      ['in a frame', { ...button('Publish'), frame: 'editor' }],
    ] as const
  ).flatMap(([how, target]) => [
    refuses(
      'plan.presses-final-action',
      `presses what waits for a person, ${how}`,
      plan({ 'steps/1/target': target }),
    ),
    refuses(
      'plan.presses-final-action',
      `puts a modal away by it, ${how}`,
      plan({ known_modals: [modal(target)] }),
    ),
  ]),
  refuses(
    'plan.presses-final-action',
    'puts a modal away by it, in another container',
    plan({ known_modals: [modal({ ...button('Publish'), within: { role: 'region', name: 'Panel' } })] }),
  ),
  refuses(
    'plan.presses-final-action',
    'presses any button of its name, wherever it stands',
    plan({
      final_action: { ...button('Publish'), within: { role: 'region', name: 'Panel' } },
      'steps/1/target': button('Publish'),
    }),
  ),
  spares(
    ['plan.presses-final-action'],
    'a step that names a container: the page says whether it is another element',
    plan({ 'steps/1/target': { ...button('Publish'), within: { role: 'region', name: 'Top bar' } } }),
  ),
  refuses(
    'plan.presses-final-action',
    'checks what waits for a person',
    plan({ 'steps/1': { kind: 'check', target: button('Publish'), checked: true } }),
  ),
  refuses(
    'plan.presses-final-action',
    'puts a modal away by it',
    plan({ known_modals: [modal(button('Publish'))] }),
  ),
  spares(
    ['plan.presses-final-action'],
    'the button of one name in the bar opens the panel that holds the final one',
    plan({
      'steps/1/target': { ...button('Publish'), within: { role: 'region', name: 'Top bar' } },
      final_action: { ...button('Publish'), within: { role: 'region', name: 'Panel' } },
      known_modals: [modal({ ...button('Close'), within: { role: 'dialog', name: 'Welcome' } })],
    }),
  ),
  spares(
    ['plan.no-final-action', 'plan.no-permit-rules', 'plan.permit-outside-publication', 'plan.rule-path'],
    'a publication with both',
    publication(),
  ),
  refuses('plan.no-final-action', 'nothing to press', publication({ final_action: null, permit_rules: [] })),
  refuses('plan.no-permit-rules', 'nothing may leave', publication({ permit_rules: [] })),
  ...['draft_until_review_gate', 'inspect_screen', 'enrol_stored_session'].map((unit) =>
    refuses('plan.permit-outside-publication', `${unit} commits nothing`, publication({ action_unit: unit })),
  ),
  ...[
    '{segment}',
    '/api/{segment}',
    'api/articles/12',
    '//evil.example/articles',
    '/api/../articles/12',
    '/api/%2E%2e/articles/12',
    '/api/articles/12?status=published',
    '/api/articles/12#top',
    '/api\\articles',
  ].map((path) =>
    refuses('plan.rule-path', `a permit for ${path}`, publication({ 'permit_rules/0/path': path })),
  ),
  refuses('plan.rule-path', 'a draft rule with a query', plan({ 'write_rules/0/path': '/api?id=12' })),
  accepts('a draft rule for any slug', plan({ 'write_rules/0/path': '/api/{segment}/...' })),
  ...['https://evil.example/x', '//evil.example/x', 'https://{post_id}.example/', 'data:text/plain,1'].map(
    (url) =>
      refuses(
        'plan.read-outside-origins',
        `reads a fact from ${url}`,
        plan({ 'extractions/1': fact(store(url)) }),
      ),
  ),
  refuses(
    'plan.read-outside-origins',
    'compares with what another site says',
    plan({ 'steps/3/source': store('https://evil.example/') }),
  ),
  refuses(
    'plan.read-outside-origins',
    'takes a nonce from another site',
    plan({ 'steps/3/source': store('/api/articles/7', 'https://evil.example/') }),
  ),
  refuses('plan.unknown-name', 'a name of nothing', plan({ 'extractions/1': fact(store('/api/{nope}')) })),
  refuses('plan.unknown-name', 'its own name', plan({ 'extractions/1': fact(store('/api/{status}')) })),
  refuses(
    'plan.unknown-name',
    'a step comes before all facts',
    plan({ 'steps/3/source': store('/api/{post_id}') }),
  ),
  spares(
    ['plan.read-outside-origins', 'plan.unknown-name'],
    'a fact read by an earlier one, with a nonce of the same site',
    plan({ 'extractions/1': fact(store('/api/articles/{post_id}', `${origin}/nonce`)) }),
  ),
  refuses('plan.permit-without-final-action', 'a permit for nothing', publication({ final_action: null })),
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
