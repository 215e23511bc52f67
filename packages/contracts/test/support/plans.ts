import { judgePlan, type Plan, type Verdict } from '../../src/index.ts';
import { changed } from '../tables/receipt.ts';
import { wire } from './wire.ts';

export const origin = 'http://127.0.0.1:4100';
export const button = (name: string) => ({ role: 'button', name });
/** A write rule of that class: for any article as a draft, for one article as a publication. */
export const writeRule = (id: string, effectClass: string) => ({
  id,
  effect_class: effectClass,
  describes: 'Saves the article',
  method: 'POST',
  origin,
  path: effectClass === 'draft' ? '/api/articles/{integer}' : '/api/articles/12',
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
  write_rules: [writeRule('save-draft', 'draft')],
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

export const plan =
  (changes: Readonly<Record<string, unknown>> = {}) =>
  (): Verdict<unknown> =>
    judgePlan(wire(changed(honestPlan, changes)));

/** A plan that opens the saved draft, looks at it, and publishes it once. */
export const publication = (changes: Readonly<Record<string, unknown>> = {}) =>
  plan({
    action_unit: 'publish_after_approved_gate',
    steps: [{ kind: 'verify', target: { role: 'textbox', name: 'Headline' }, value: 'Q3 notes' }],
    write_rules: [],
    permit_rules: [writeRule('publish', 'external_write')],
    ...changes,
  });
