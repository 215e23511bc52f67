import type { FieldPredicate, Target } from '@cux/contracts';
import type { RecipeRule, SiteRecipe } from '../site-recipe.ts';

const topBar: Target = { role: 'region', name: 'Editor top bar' };
const panel: Target = { role: 'region', name: 'Editor publish' };
const tour: Target = { role: 'dialog', name: 'Welcome to the block editor' };
const title: Target = { role: 'textbox', name: 'Add title' };
const text: Target = { role: 'textbox', name: 'Type text or HTML' };

/** What differs from site to site and account to account. */
interface Variant {
  readonly name: string;
  readonly describes: string;
  /** Path and query of one post in the REST interface, with the id in the given notation. */
  readonly post: (id: string) => Pick<RecipeRule, 'path' | 'query'>;
  /** What the account may do with a draft: the button, what it sends, and how people are told. */
  readonly outcome: {
    readonly button: string;
    readonly status: string;
    readonly decision: string;
    readonly describes: string;
  };
}

const locale: FieldPredicate = { field: '_locale', operator: 'equals', value: 'user' };

/**
 * The block editor in its code view, because that is the view whose text is the stored text: what is approved,
 * what is sent and what the database holds are one string.
 *
 * Each draft is a new post. The editor saves a post that is a draft already without saying that it stays one, so
 * a guard could not tell such a save from a change of a published post; a new post says `status: draft`.
 *
 * Preferences that the editor keeps for the account (the closed tour, the code view) and the heartbeat have no
 * rule: they are blocked, the editor lives with it, and the account stays as its owner left it.
 */
function blockEditor({ name, describes, post, outcome }: Variant): SiteRecipe {
  const confirm: Target = { role: 'button', name: outcome.button, within: panel };
  return {
    schema_version: 'cux_site_recipe_v1',
    name,
    version: '1.0',
    describes,
    content_fields: {
      title: { label: 'Title', html: true, single_line: true, maximum: 400 },
      body: { label: 'Text', html: true, single_line: false, maximum: 65_536 },
    },
    title_field: 'title',
    sign_in: {
      start_path: '/wp-login.php',
      wall_paths: ['/wp-login.php'],
      human_rules: [signInForm],
      signed_in: {
        path: '/wp-admin/profile.php',
        steps: [{ kind: 'verify', target: { role: 'textbox', name: 'Username' }, value: '{account}' }],
      },
    },
    draft: {
      allowed_actions: [
        'open a new post in the code view of the editor',
        'fill title and text with the approved draft',
        'save the draft',
        'capture compact receipt',
      ],
      new_path: '/wp-admin/post-new.php',
      existing_path: '/wp-admin/post-new.php',
      steps: [
        ...openCodeView,
        { kind: 'fill', target: title, value: '{content.title}' },
        { kind: 'fill', target: text, value: '{content.body}' },
        { kind: 'press', target: { role: 'button', name: 'Save draft', within: topBar } },
        { kind: 'await_write', rule: 'save-draft' },
        // The button's other name says that the answer has come.
        { kind: 'await', target: { role: 'button', name: 'Saved', within: topBar } },
        { kind: 'press', target: { role: 'button', name: 'Publish', within: topBar } },
        { kind: 'await', target: confirm },
      ],
      final_action: confirm,
      write_rules: [
        {
          id: 'save-draft',
          effect_class: 'draft',
          describes: 'save the new post as a draft, with exactly the approved title and text',
          method: 'POST',
          ...post('{integer}'),
          override_method: 'PUT',
          body: {
            kind: 'json',
            fields: [
              { field: '/id', operator: 'matches', template: '{integer}' },
              { field: '/status', operator: 'equals', value: 'draft' },
              { field: '/title', operator: 'equals', value: '{content.title}' },
              { field: '/content', operator: 'equals', value: '{content.body}' },
            ],
            other_fields: 'deny',
          },
        },
      ],
      item: 'item_id',
      status: { extraction: 'status', drafted: ['draft'] },
      stored,
      extractions: [
        {
          name: 'item_id',
          type: { kind: 'integer' },
          required: true,
          source: { kind: 'address', template: '/wp-admin/post.php?post={integer}&action=edit' },
        },
        ...storedFields('{item_id}'),
      ],
      settle_ms: 500,
      deadline_ms: 120_000,
    },
    publish: {
      decision: outcome.decision,
      allowed_actions: [
        'open the saved draft in the code view of the editor',
        'compare title and text with what was approved',
        `${outcome.describes} once`,
        'capture compact receipt',
      ],
      start_path: '/wp-admin/post.php?post={item}&action=edit',
      steps: [
        ...openCodeView,
        { kind: 'verify', target: title, value: '{content.title}' },
        { kind: 'verify', target: text, value: '{content.body}' },
        { kind: 'press', target: { role: 'button', name: 'Publish', within: topBar } },
        { kind: 'await', target: confirm },
      ],
      final_action: confirm,
      write_rules: [],
      permit_rules: [
        {
          id: 'publish-post',
          effect_class: 'external_write',
          describes: `${outcome.describes} with exactly the approved title and text`,
          method: 'POST',
          ...post('{item}'),
          override_method: 'PUT',
          body: {
            kind: 'json',
            fields: [
              { field: '/id', operator: 'equals', value: '{item.number}' },
              { field: '/status', operator: 'equals', value: outcome.status },
              // Sent only when it was changed in this editor; the stored one has just been compared.
              { field: '/title', operator: 'equals_if_present', value: '{content.title}' },
              { field: '/content', operator: 'equals_if_present', value: '{content.body}' },
            ],
            other_fields: 'deny',
          },
        },
      ],
      extractions: [],
      settle_ms: 500,
      deadline_ms: 120_000,
    },
    read_back: {
      allowed_actions: [
        'open the list of posts',
        'read status and text of the post from the site’s own store',
      ],
      start_path: '/wp-admin/edit.php',
      steps: [{ kind: 'await', target: { role: 'heading', name: 'Posts' } }],
      status: {
        extraction: 'status',
        published: ['publish'],
        not_published: ['draft', 'auto-draft'],
      },
      stored,
      extractions: storedFields('{item}'),
      settle_ms: 0,
      deadline_ms: 60_000,
    },
    known_modals: [
      {
        id: 'welcome-tour',
        match: tour,
        dismiss: { role: 'button', name: 'Close', within: tour },
      },
    ],
    person_path: '/wp-admin/post.php?post={item}&action=edit',
    viewport: { width: 1280, height: 900 },
  };
}

const openCodeView: SiteRecipe['draft']['steps'] = [
  { kind: 'await', target: { role: 'button', name: 'Options', within: topBar } },
  { kind: 'press', target: { role: 'button', name: 'Options', within: topBar } },
  { kind: 'press', target: { role: 'menuitemradio', name: 'Code editor Ctrl+Shift+Alt+M' } },
  { kind: 'await', target: text },
];

const stored: SiteRecipe['read_back']['stored'] = [
  { extraction: 'title', field: 'title' },
  { extraction: 'content', field: 'body' },
];

/** What WordPress's own database says of a post. Its REST interface takes a nonce for reading, too. */
function storedFields(item: string): SiteRecipe['read_back']['extractions'] {
  // This address works whatever the permalinks are.
  const url = `{origin}/index.php?rest_route=/wp/v2/posts/${item}&context=edit`;
  const header = { name: 'X-WP-Nonce', url: '{origin}/wp-admin/admin-ajax.php?action=rest-nonce' };
  return [
    {
      name: 'status',
      type: {
        kind: 'one_of',
        values: ['auto-draft', 'draft', 'pending', 'future', 'publish', 'private', 'trash'],
      },
      required: true,
      source: { kind: 'json', url, pointer: '/status', header },
    },
    {
      name: 'title',
      type: { kind: 'digest' },
      required: true,
      source: { kind: 'json', url, pointer: '/title/raw', header },
    },
    {
      name: 'content',
      type: { kind: 'digest' },
      required: true,
      source: { kind: 'json', url, pointer: '/content/raw', header },
    },
  ];
}

/** The person's own sign-in: as this account, and nothing else. */
const signInForm: RecipeRule = {
  id: 'sign-in',
  effect_class: 'credential_use',
  describes: 'send the sign-in form of this account',
  method: 'POST',
  path: '/wp-login.php',
  query: [],
  override_method: null,
  body: {
    kind: 'form',
    fields: [
      { field: 'log', operator: 'equals', value: '{account}' },
      { field: 'pwd', operator: 'present' },
      { field: 'rememberme', operator: 'equals_if_present', value: 'forever' },
      { field: 'wp-submit', operator: 'present' },
      { field: 'redirect_to', operator: 'present' },
      { field: 'testcookie', operator: 'equals', value: '1' },
    ],
    other_fields: 'deny',
  },
};

const author: Variant['outcome'] = {
  button: 'Publish',
  status: 'publish',
  decision: 'Publish',
  describes: 'publish this post',
};

/** Plain permalinks (`?p=1`): the REST interface is named by a query. */
const byQuery: Variant['post'] = (id) => ({
  path: '/index.php',
  query: [
    id === '{integer}'
      ? { field: 'rest_route', operator: 'matches', template: `/wp/v2/posts/${id}` }
      : { field: 'rest_route', operator: 'equals', value: `/wp/v2/posts/${id}` },
    locale,
  ],
});

/** All other permalinks: the REST interface has a path of its own. */
const byPath: Variant['post'] = (id) => ({ path: `/wp-json/wp/v2/posts/${id}`, query: [locale] });

const defaults =
  'The account has the pre-publish check on, and its editor opens in the visual view (the defaults); the names are those of an English interface on Linux or Windows.';

/** WordPress 6.5 on plain permalinks, as an author. */
export const wordpress: SiteRecipe = blockEditor({
  name: 'wordpress',
  describes: `WordPress 6.5, block editor, plain permalinks, as an author. ${defaults}`,
  post: byQuery,
  outcome: author,
});

/** WordPress 6.5 on all other permalinks, as an author. */
export const wordpressPermalinks: SiteRecipe = blockEditor({
  name: 'wordpress-permalinks',
  describes: `WordPress 6.5, block editor, permalinks other than plain, as an author. ${defaults}`,
  post: byPath,
  outcome: author,
});

/** WordPress 6.5 on plain permalinks, as a contributor: the post goes to the site's own review and is not out. */
export const wordpressContributor: SiteRecipe = blockEditor({
  name: 'wordpress-contributor',
  describes: `WordPress 6.5, block editor, plain permalinks, as a contributor: a post is submitted for the site’s own review. ${defaults}`,
  post: byQuery,
  outcome: {
    button: 'Submit for Review',
    status: 'pending',
    decision: 'Submit for review',
    describes: 'submit this post for the site’s own review',
  },
});
