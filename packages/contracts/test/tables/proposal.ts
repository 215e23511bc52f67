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

const keeping = (facts: Readonly<Record<string, unknown>>) => ({
  record_id: 'article_12',
  expected_state: 'drafted',
  expected_revision: 1,
  state: 'published',
  facts,
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
    ['done', 'a todo that is done'],
    ['open', 'a todo that may run'],
  ].map(([state, whose]) =>
    refuses('proposal.gate-without-waiter', `a gate on ${whose}`, proposal({ 'todo/state': state })),
  ),
  refuses(
    'proposal.gate-without-waiter',
    'a gate on a following todo that may run',
    proposal({ 'gate/todo_id': 'todo_read_back', following: [following()] }),
  ),
  spares(
    ['proposal.gate-without-waiter'],
    'the next todo waits for its gate, this one is done',
    proposal({
      'todo/state': 'done',
      'gate/todo_id': 'todo_read_back',
      following: [following({ state: 'awaiting_gate' })],
    }),
  ),
  ...[
    ['takeover', '   '],
    ['takeover', '\u200b\u2060'],
    ['takeover', '...'],
    ['attempted/0', '\u200b'],
    ['forbidden/0', '\u00a0'],
    ['question', '\u200b'.repeat(20)],
    ['question', '????????????'],
    ['takeover', '\u3164\uffa0'],
  ].map(([place = '', text]) =>
    refuses(
      'proposal.blank-text',
      `nothing to read in ${place}: ${JSON.stringify(text)}`,
      proposal({ [`gate/attention/${place}`]: text }),
    ),
  ),
  spares(
    ['proposal.blank-text'],
    'words in another script, with what joins them',
    proposal({ 'gate/attention/takeover': 'मैनुअल रूप से खोलें \u200d', 'gate/attention/attempted/0': '发布' }),
  ),
  refuses(
    'writeback.key',
    'a fact of the record that names a decision',
    proposal({ record: keeping({ complete_todo: true }) }),
  ),
  refuses(
    'writeback.command',
    'a fact of the record that is a command',
    proposal({ record: keeping({ note: 'kernel.complete_todo(1)' }) }),
  ),
  spares(
    ['writeback.key', 'writeback.command'],
    'facts of the record that a site tells',
    proposal({
      record: keeping({ post_id: 12, status: 'draft', url: 'https://newsroom.example/articles/12' }),
    }),
  ),
  refuses(
    'proposal.done-without-evidence',
    'told although another part has no shape',
    proposal({ 'todo/state': 'done', evidence: [], gate: 'none' }),
  ),
  ...[
    'Wartet auf die Freigabe durch den Benutzer',
    'Bitte bestätigen Sie die Aktion.',
    'Genehmigung erforderlich: bitte prüfen',
    'En attente de l’approbation de l’utilisateur',
    'Veuillez confirmer cette action',
    'Esperando la confirmación del usuario',
    '¿Está seguro de continuar?',
    'Aguardando aprovação do usuário',
    'In attesa di approvazione dell’utente',
    'Wacht op goedkeuring van de gebruiker',
    'Oczekiwanie na zatwierdzenie przez użytkownika',
    'Ожидание подтверждения пользователя',
    'Требуется ваше решение, пожалуйста',
    '等待用户批准后才能继续操作',
    '请您确认是否继续进行操作吗',
    'ユーザーの承認を待っています。',
    '사용자 승인 대기 중입니다...',
    'بانتظار موافقة المستخدم',
    'W\u0430iting for \u0430pprov\u0430l',
    'Waiting\u200bfor the user',
  ].map((question) =>
    refuses(
      'proposal.vague-question',
      `“${question}” names no decision`,
      proposal({ 'gate/attention/question': question }),
    ),
  ),
  ...[
    '„Q3-Notizen“ auf newsroom.example veröffentlichen?',
    'Publier « Notes du T3 » sur newsroom.example ?',
    '¿Publicar “Notas del T3” en newsroom.example?',
    'Опубликовать «Итоги квартала» на сайте редакции?',
    '将《三季度纪要》发布到 newsroom.example 吗？',
    '「第三四半期のメモ」を公開しますか？お願いします',
    '3분기 노트를 게시하시겠습니까?',
    'Delete the draft of article 12?',
  ].map((question) =>
    spares(
      ['proposal.vague-question'],
      `“${question}” names the decision`,
      proposal({ 'gate/attention/question': question }),
    ),
  ),
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

const file = (parts: object = {}) => ({
  name: 'cover.png',
  media_type: 'image/png',
  size: 1_024,
  digest: `sha256:${'0'.repeat(64)}`,
  ...parts,
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

const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
const verifyFact = (source: object, allowed: readonly unknown[] = ['draft']) => ({
  kind: 'verify_fact',
  source,
  one_of: allowed,
});

export const planRows: readonly RuleRow[] = [
  ...(
    [
      ['a choice', { 'steps/1': { kind: 'select', target: button('Category'), option: secret } }],
      ['the address of a fact', { 'steps/3': verifyFact(store(`/api/articles/7?access_token=${secret}`)) }],
      ['the address of a nonce', { 'steps/3': verifyFact(store('/api/articles/7', `/nonce?key=${secret}`)) }],
      ['the words of a fact', { 'steps/3': verifyFact(store('/api/articles/7'), [secret]) }],
      ['a pointer', { 'steps/3': verifyFact({ ...store('/api/articles/7'), pointer: `/${secret}` }) }],
      [
        'the name of what a press opens',
        { 'steps/1': { kind: 'press', target: button('Options'), opens: { role: 'menu', name: secret } } },
      ],
      ['a field of a query', { 'write_rules/0/query': [{ field: secret, operator: 'present' }] }],
      [
        'a value of a query',
        { 'write_rules/0/query': [{ field: 'nonce', operator: 'equals', value: secret }] },
      ],
      ['a field of a body', { 'write_rules/0/body/fields/0/field': `/${secret}` }],
      ['the words of an extraction', { 'extractions/0/type': { kind: 'one_of', values: ['draft', secret] } }],
    ] as const
  ).map(([where, changes]) => refuses('leak.token', `a secret in ${where}`, plan(changes))),
  spares(
    ['leak.token'],
    'the same places without a secret',
    plan({
      'steps/1': { kind: 'select', target: button('Category'), option: 'Local news' },
      'write_rules/0/query': [{ field: 'lang', operator: 'one_of', values: ['en', 'de'] }],
      'extractions/0/type': { kind: 'one_of', values: ['draft', 'published'] },
    }),
  ),
  ...(
    [
      ['plan.start-outside-origins', { start_url: 'https://evil.example/', settle_ms: 'soon' }],
      ['plan.unknown-rule', { 'steps/0': { kind: 'dance' }, 'steps/2/rule': 'other' }],
      ['plan.rule-path', { 'write_rules/1': { id: 7 }, 'write_rules/0/path': 'no-slash' }],
      ['plan.presses-final-action', { 'steps/1/target': button('Publish'), viewport: null }],
      ['leak.url-credential', { start_url: tellingUrl, evidence: ['hearsay'] }],
      ['plan.no-final-action', { action_unit: 'publish_after_approved_gate', final_action: null, more: 1 }],
    ] as const
  ).map(([rule, changes]) => refuses(rule, 'told although another part has no shape', plan(changes))),
  refuses(
    'plan.draft-rule-meets-permit',
    'a draft rule lets pass what the permit is for',
    publication({
      write_rules: [{ ...rule('save-draft', 'draft'), body: rule('publish', 'external_write').body }],
      'permit_rules/0/path': '/api/articles/12',
    }),
  ),
  spares(
    ['plan.draft-rule-meets-permit'],
    'the status keeps them apart',
    publication({ write_rules: [rule('save-draft', 'draft')], 'permit_rules/0/path': '/api/articles/12' }),
  ),
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
    'a step that opens what holds the final action, and leaves it alone',
    plan({ 'steps/1': { kind: 'press', target: button('Preview'), opens: button('Publish') } }),
  ),
  refuses(
    'shape.unknown-key',
    'says that something else than a press opens something',
    plan({ 'steps/1': { kind: 'await', target: button('Preview'), opens: button('Publish') } }),
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
    'opens a file chooser by what waits for a person',
    plan({ 'steps/1': { kind: 'attach', target: button('Publish'), files: [file()] } }),
  ),
  spares(
    ['plan.presses-final-action'],
    'puts a file into a field',
    plan({ 'steps/1': { kind: 'attach', target: button('Cover'), files: [file()] } }),
  ),
  ...(
    [
      [0, 'shape.too-short'],
      [8_388_609, 'shape.too-long'],
    ] as const
  ).map(([size, rule]) =>
    refuses(
      rule,
      `a file of ${size} bytes`,
      plan({ 'steps/1': { kind: 'attach', target: button('Cover'), files: [file({ size })] } }),
    ),
  ),
  ...(
    [
      ['a path', { name: '../cover.png' }],
      ['a name that begins with a dot', { name: '.profile' }],
      ['a name with what turns the reading round', { name: 'cover\u202egnp.exe' }],
      ['no name', { name: '' }],
      ['no digest', { digest: 'cover.png' }],
      ['a type with a parameter', { media_type: 'text/plain; charset=utf-7' }],
    ] as const
  ).map(([what, parts]) =>
    refuses(
      'shape.wrong-format',
      `a file with ${what}`,
      plan({ 'steps/1': { kind: 'attach', target: button('Cover'), files: [file(parts)] } }),
    ),
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
