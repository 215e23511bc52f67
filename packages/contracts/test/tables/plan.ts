import { button, honestPlan, origin, plan, publication, writeRule } from '../support/plans.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

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
      write_rules: [
        { ...writeRule('save-draft', 'draft'), body: writeRule('publish', 'external_write').body },
      ],
    }),
  ),
  spares(
    ['plan.draft-rule-meets-permit'],
    'the status keeps them apart',
    publication({ write_rules: [writeRule('save-draft', 'draft')] }),
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
    plan({ 'write_rules/1': writeRule('save-draft', 'draft') }),
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
    '/api/articles/{integer}',
    '/api/articles/{integer}/publish',
    '/api/articles/1{integer}',
    '/{integer}/../articles/{segment}',
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
  ...['/api/articles/12', '/{item}', '/{integer', '/{Integer}', '/{{}integer}', '/api/%7Binteger%7D'].map(
    (path) =>
      spares(['plan.rule-path'], `${path} is one address`, publication({ 'permit_rules/0/path': path })),
  ),
  refuses(
    'plan.rule-path',
    'the second of two rules is for any article',
    publication({
      'permit_rules/1': {
        ...writeRule('publish-too', 'external_write'),
        path: '/api/articles/{integer}',
      },
    }),
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
