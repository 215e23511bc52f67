import type { FieldPredicate, Target } from '@cux/contracts';
import type { RecipeRule, SiteRecipe } from '../site-recipe.ts';
import { post } from './wordpress/post.ts';
import {
  compareDraft,
  savedDraft,
  status,
  storeByCredential,
  stored,
  storedFields,
} from './wordpress/stored.ts';

const title: Target = { role: 'textbox', name: 'Title' };
const text: Target = { role: 'textbox', name: 'Text' };
const publish: Target = { role: 'button', name: 'Publish' };

const approved: FieldPredicate[] = [
  { field: '/title', operator: 'equals', value: '{content.title}' },
  { field: '/content', operator: 'equals', value: '{content.body}' },
];

function write(
  rule: Pick<RecipeRule, 'id' | 'effect_class' | 'describes'>,
  route: FieldPredicate,
  status: string,
): RecipeRule {
  return {
    ...rule,
    method: 'POST',
    path: '/index.php',
    query: [route],
    override_method: null,
    body: {
      kind: 'json',
      fields: [{ field: '/status', operator: 'equals', value: status }, ...approved],
      other_fields: 'deny',
    },
  };
}

/**
 * WordPress without a browser: its REST interface, as the provider for APIs shows it. The addresses are that
 * provider's own; what leaves is what the rules say, through the same guard, prepared and committed alike.
 */
export const wordpressRest: SiteRecipe = {
  ...post,
  name: 'wordpress-rest',
  version: '1.0',
  describes:
    'WordPress 5.6 and later through its REST interface, as an author with an application password; for the HTTP provider.',
  sign_in: {
    start_path: '/rest/sign-in',
    wall_paths: ['/rest/sign-in'],
    form: {
      account: { role: 'textbox', name: 'Username' },
      secret: { role: 'textbox', name: 'Application password' },
      submit: { role: 'button', name: 'Sign in' },
    },
    // The credential is tried by a read; nothing is written to sign in.
    human_rules: [],
    signed_in: {
      path: '/rest/me',
      steps: [{ kind: 'verify', target: { role: 'textbox', name: 'Username' }, value: '{account}' }],
    },
  },
  draft: {
    allowed_actions: [
      'open the form of a post',
      'fill title and text with the approved draft',
      'save the draft',
      'capture compact receipt',
    ],
    new_path: '/rest/posts/new',
    existing_path: '/rest/posts/{item}',
    steps: [
      { kind: 'await', target: title },
      { kind: 'fill', target: title, value: '{content.title}' },
      { kind: 'fill', target: text, value: '{content.body}' },
      { kind: 'press', target: { role: 'button', name: 'Save draft' } },
      { kind: 'await_write', rule: 'save-draft' },
      { kind: 'await', target: publish },
    ],
    final_action: publish,
    write_rules: [
      write(
        {
          id: 'save-draft',
          effect_class: 'draft',
          describes: 'save the post as a draft, with exactly the approved title and text',
        },
        {
          field: 'rest_route',
          operator: 'one_of',
          values: ['/wp/v2/posts', '/wp/v2/posts/{item_or_integer}'],
        },
        'draft',
      ),
    ],
    ...savedDraft('/rest/posts/{integer}', storeByCredential),
    settle_ms: 0,
    deadline_ms: 60_000,
  },
  publish: {
    decision: 'Publish',
    allowed_actions: [
      'open the saved draft',
      'compare title and text with what was approved',
      'publish this post once',
      'capture compact receipt',
    ],
    start_path: '/rest/posts/{item}',
    steps: [{ kind: 'await', target: title }, ...compareDraft({ title, text }, storeByCredential)],
    final_action: publish,
    write_rules: [],
    permit_rules: [
      write(
        {
          id: 'publish-post',
          effect_class: 'external_write',
          describes: 'publish this post with exactly the approved title and text',
        },
        { field: 'rest_route', operator: 'equals', value: '/wp/v2/posts/{item}' },
        'publish',
      ),
    ],
    extractions: [],
    settle_ms: 0,
    deadline_ms: 60_000,
  },
  read_back: {
    allowed_actions: ['open the form of the post', 'read its status and text from the site’s own store'],
    start_path: '/rest/posts/{item}',
    steps: [{ kind: 'await', target: title }],
    status,
    stored,
    extractions: storedFields('{item}', storeByCredential),
    settle_ms: 0,
    deadline_ms: 60_000,
  },
  known_modals: [],
};
