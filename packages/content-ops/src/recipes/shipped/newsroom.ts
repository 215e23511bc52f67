import type { FieldPredicate, StoreSource, Target } from '@cux/contracts';
import type { SiteRecipe } from '../site-recipe.ts';

const headline: Target = { role: 'textbox', name: 'Headline' };
const body: Target = { role: 'textbox', name: 'Body' };
const section: Target = { role: 'combobox', name: 'Section' };
const panel: Target = { role: 'region', name: 'Ready to publish?' };
const confirmPublish: Target = { role: 'button', name: 'Confirm publish', within: panel };

const approvedFields: FieldPredicate[] = [
  { field: '/headline', operator: 'equals', value: '{content.title}' },
  { field: '/body', operator: 'equals', value: '{content.body}' },
  { field: '/section', operator: 'equals', value: '{content.section}' },
];

/** The example newsroom: draft and publication share method and address, and differ in the body's `status`. */
export const newsroom: SiteRecipe = {
  schema_version: 'cux_site_recipe_v1',
  name: 'newsroom',
  version: '1.0',
  describes:
    'The example newsroom: an editor that saves while one types, and a panel that asks before publishing.',
  content_fields: {
    title: { label: 'Headline', html: false, single_line: true, maximum: 200 },
    body: { label: 'Body', html: false, single_line: false, maximum: 50_000 },
    section: {
      label: 'Section',
      html: false,
      single_line: true,
      maximum: 100,
      one_of: ['News', 'Culture', 'Sport'],
    },
  },
  title_field: 'title',
  sign_in: null,
  draft: {
    allowed_actions: [
      'open the article editor',
      'fill headline, body and section with the approved draft',
      'save the draft',
      'capture compact receipt',
    ],
    new_path: '/articles/new',
    existing_path: '/articles/{item}/edit',
    steps: [
      { kind: 'await', target: headline },
      { kind: 'fill', target: headline, value: '{content.title}' },
      { kind: 'fill', target: body, value: '{content.body}' },
      { kind: 'select', target: section, option: '{content.section}' },
      { kind: 'press', target: { role: 'button', name: 'Save draft' } },
      { kind: 'await_write', rule: 'save-draft' },
      { kind: 'press', target: { role: 'button', name: 'Publish' } },
      { kind: 'await', target: confirmPublish },
    ],
    final_action: confirmPublish,
    write_rules: [
      {
        id: 'save-draft',
        effect_class: 'draft',
        describes: 'save the article as a draft, with exactly the approved text',
        method: 'POST',
        path: '/api/articles/{item_or_integer}',
        query: [],
        override_method: null,
        body: {
          kind: 'json',
          fields: [{ field: '/status', operator: 'equals', value: 'draft' }, ...approvedFields],
          other_fields: 'deny',
        },
      },
      {
        id: 'autosave',
        effect_class: 'draft',
        describes: 'save the article as a draft while it is being typed',
        method: 'POST',
        path: '/api/articles/{item_or_integer}',
        query: [],
        override_method: null,
        body: {
          kind: 'json',
          fields: [
            { field: '/status', operator: 'equals', value: 'draft' },
            { field: '/headline', operator: 'present' },
            { field: '/body', operator: 'present' },
            { field: '/section', operator: 'present' },
          ],
          other_fields: 'deny',
        },
      },
    ],
    item: 'item_id',
    status: { extraction: 'status', drafted: ['draft'] },
    stored: [
      { extraction: 'headline', field: 'title' },
      { extraction: 'body', field: 'body' },
      { extraction: 'section', field: 'section' },
    ],
    extractions: [
      {
        name: 'item_id',
        type: { kind: 'integer' },
        required: true,
        source: { kind: 'address', template: '/articles/{integer}/edit' },
      },
      ...storedFields('{item_id}'),
    ],
    settle_ms: 500,
    deadline_ms: 90_000,
  },
  publish: {
    decision: 'Publish',
    allowed_actions: [
      'open the saved draft',
      'compare headline, body and section with what was approved',
      'publish this article once',
      'capture compact receipt',
    ],
    start_path: '/articles/{item}/edit',
    steps: [
      { kind: 'await', target: headline },
      { kind: 'verify_fact', source: storeOf('{item}', '/status'), one_of: ['draft'] },
      { kind: 'verify', target: headline, value: '{content.title}' },
      { kind: 'verify', target: body, value: '{content.body}' },
      { kind: 'verify', target: section, value: '{content.section}' },
      { kind: 'press', target: { role: 'button', name: 'Publish' } },
      { kind: 'await', target: confirmPublish },
    ],
    final_action: confirmPublish,
    write_rules: [],
    permit_rules: [
      {
        id: 'publish-article',
        effect_class: 'external_write',
        describes: 'publish this article with exactly the approved headline, body and section',
        method: 'POST',
        path: '/api/articles/{item}',
        query: [],
        override_method: null,
        body: {
          kind: 'json',
          fields: [{ field: '/status', operator: 'equals', value: 'published' }, ...approvedFields],
          other_fields: 'deny',
        },
      },
    ],
    extractions: [],
    settle_ms: 500,
    deadline_ms: 90_000,
  },
  read_back: {
    allowed_actions: ['open the article in the editor', 'read its status and text from the site’s own store'],
    start_path: '/articles/{item}/edit',
    steps: [{ kind: 'await', target: headline }],
    status: {
      extraction: 'status',
      published: ['published'],
      not_published: ['draft', 'auto-draft'],
    },
    stored: [
      { extraction: 'headline', field: 'title' },
      { extraction: 'body', field: 'body' },
      { extraction: 'section', field: 'section' },
    ],
    extractions: storedFields('{item}'),
    settle_ms: 0,
    deadline_ms: 60_000,
  },
  known_modals: [],
  person_path: '/articles/{item}/edit',
  viewport: { width: 1280, height: 900 },
};

function storeOf(item: string, pointer: string): StoreSource {
  return { kind: 'json', url: `{origin}/api/articles/${item}`, pointer };
}

/** What the newsroom's own store says of an article. */
function storedFields(item: string): SiteRecipe['read_back']['extractions'] {
  const digest = (name: string): SiteRecipe['read_back']['extractions'][number] => ({
    name,
    type: { kind: 'digest' },
    required: true,
    source: storeOf(item, `/${name}`),
  });
  return [
    {
      name: 'status',
      type: { kind: 'one_of', values: ['auto-draft', 'draft', 'published'] },
      required: true,
      source: storeOf(item, '/status'),
    },
    digest('headline'),
    digest('body'),
    digest('section'),
  ];
}
