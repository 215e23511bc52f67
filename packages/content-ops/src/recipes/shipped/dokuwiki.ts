import type { FieldPredicate, Target } from '@cux/contracts';
import type { RecipeRule, SiteRecipe } from '../site-recipe.ts';

const page = { role: 'main', name: '' } as const;
/** The editor's own field has no label. */
const text: Target = { role: 'textbox', name: '', within: page };
const preview: Target = { role: 'button', name: 'Preview', within: page };
const recover: Target = { role: 'button', name: 'Recover draft', within: page };
const save: Target = { role: 'button', name: 'Save', within: page };

const thisPage: FieldPredicate = { field: 'id', operator: 'equals', value: '{item}' };
const approvedText: FieldPredicate = { field: 'wikitext', operator: 'equals', value: '{content.body}' };
const token: FieldPredicate = { field: 'sectok', operator: 'present' };

/** Every field of the editor's form: whole pages only, and no other name for the page. */
const editorForm: FieldPredicate[] = [
  thisPage,
  approvedText,
  token,
  { field: 'rev', operator: 'equals', value: '0' },
  { field: 'date', operator: 'present' },
  { field: 'prefix', operator: 'equals', value: '.' },
  { field: 'suffix', operator: 'equals', value: '' },
  { field: 'changecheck', operator: 'present' },
  { field: 'target', operator: 'equals', value: 'section' },
  { field: 'summary', operator: 'present' },
];

function formOf(
  rule: Pick<RecipeRule, 'id' | 'effect_class' | 'describes'>,
  action: string,
  fields: FieldPredicate[],
): RecipeRule {
  return {
    ...rule,
    method: 'POST',
    path: '/doku.php',
    query: [
      { field: 'id', operator: 'equals', value: '{item}' },
      { field: 'do', operator: 'equals', value: action },
    ],
    override_method: null,
    body: { kind: 'form', fields, other_fields: 'deny' },
  };
}

/** Takes the draft as the wiki has stored it into the editor; the form sends the stored text, so the rule compares it. */
const recoverDraft: RecipeRule = formOf(
  {
    id: 'recover-draft',
    effect_class: 'draft',
    describes: 'open the stored draft, which holds exactly the approved text',
  },
  'draft',
  [
    thisPage,
    approvedText,
    token,
    { field: 'date', operator: 'present' },
    { field: 'do[recover]', operator: 'equals', value: '1' },
  ],
);

const openStoredDraft: SiteRecipe['draft']['steps'] = [
  { kind: 'open', path: '/doku.php?id={item}&do=draft' },
  { kind: 'await', target: recover },
  { kind: 'press', target: recover },
  { kind: 'await_write', rule: 'recover-draft' },
  { kind: 'await', target: save },
];

/** Whether the editor shows the approved text, on a page that was just opened: what the wiki has stored. */
const holdsText: SiteRecipe['read_back']['extractions'][number] = {
  name: 'holds_text',
  type: { kind: 'boolean' },
  required: true,
  source: { kind: 'target_holds', target: text, value: '{content.body}' },
};

/**
 * DokuWiki: a page of one text, whose name the content gives. Its preview keeps a draft that only the account sees;
 * the same form, sent by the other button, is the publication.
 */
export const dokuwiki: SiteRecipe = {
  schema_version: 'cux_site_recipe_v1',
  name: 'dokuwiki',
  version: '1.0',
  describes:
    'DokuWiki 2022-07-31, a whole page of the root namespace. The draft is the one that Preview keeps for the account. English interface.',
  content_fields: {
    page: { label: 'Page name', html: false, single_line: true, maximum: 100 },
    body: { label: 'Text', html: false, single_line: false, maximum: 65_536 },
  },
  title_field: 'page',
  sign_in: {
    start_path: '/doku.php?id=start&do=login',
    wall_paths: [],
    form: {
      account: { role: 'textbox', name: 'Username' },
      secret: { role: 'textbox', name: 'Password' },
      submit: { role: 'button', name: 'Log In' },
    },
    human_rules: [
      {
        id: 'sign-in',
        effect_class: 'credential_use',
        describes: 'send the sign-in form of this account',
        method: 'POST',
        path: '/doku.php',
        query: [{ field: 'id', operator: 'equals', value: 'start' }],
        override_method: null,
        body: {
          kind: 'form',
          fields: [
            { field: 'u', operator: 'equals', value: '{account}' },
            { field: 'p', operator: 'present' },
            { field: 'r', operator: 'equals_if_present', value: '1' },
            { field: 'id', operator: 'equals', value: 'start' },
            { field: 'do', operator: 'equals', value: 'login' },
            token,
          ],
          other_fields: 'deny',
        },
      },
    ],
    // The wiki writes the account's name as plain text only; that it is this account is what human_rules sees to.
    signed_in: {
      path: '/doku.php?id=start',
      steps: [{ kind: 'await', target: { role: 'link', name: 'Log Out' } }],
    },
  },
  draft: {
    allowed_actions: [
      'open the page in the editor',
      'fill its text with the approved draft',
      'keep the draft by a preview, and open it again as it is stored',
      'capture compact receipt',
    ],
    new_path: '/doku.php?id={item}&do=edit',
    existing_path: '/doku.php?id={item}&do=edit',
    steps: [
      { kind: 'await', target: text },
      { kind: 'fill', target: text, value: '{content.body}' },
      { kind: 'press', target: preview },
      { kind: 'await_write', rule: 'keep-draft' },
      ...openStoredDraft,
    ],
    final_action: save,
    write_rules: [
      formOf(
        {
          id: 'keep-draft',
          effect_class: 'draft',
          describes: 'keep the approved text as the account’s own draft',
        },
        'edit',
        [...editorForm, { field: 'do[preview]', operator: 'equals', value: '1' }],
      ),
      recoverDraft,
    ],
    item: { content_field: 'page' },
    status: { extraction: 'holds_text', drafted: ['true'] },
    stored: [{ extraction: 'holds_text', field: 'body' }],
    extractions: [holdsText],
    settle_ms: 500,
    deadline_ms: 90_000,
  },
  publish: {
    decision: 'Publish',
    allowed_actions: [
      'open the stored draft',
      'compare it with what was approved',
      'save the page once',
      'capture compact receipt',
    ],
    start_path: '/doku.php?id={item}&do=draft',
    steps: [...openStoredDraft, { kind: 'verify', target: text, value: '{content.body}' }],
    final_action: save,
    write_rules: [recoverDraft],
    permit_rules: [
      formOf(
        {
          id: 'save-page',
          effect_class: 'external_write',
          describes: 'save this page with exactly the approved text',
        },
        'draft',
        [...editorForm, { field: 'do[save]', operator: 'equals', value: '1' }],
      ),
    ],
    extractions: [],
    settle_ms: 500,
    deadline_ms: 90_000,
  },
  read_back: {
    allowed_actions: ['open the page in the editor', 'compare its stored text with what was approved'],
    start_path: '/doku.php?id={item}&do=edit',
    steps: [{ kind: 'await', target: text }],
    status: { extraction: 'holds_text', published: ['true'], not_published: ['false'] },
    stored: [{ extraction: 'holds_text', field: 'body' }],
    extractions: [holdsText],
    settle_ms: 0,
    deadline_ms: 60_000,
  },
  known_modals: [],
  person_path: '/doku.php?id={item}',
  viewport: { width: 1280, height: 900 },
};
