import type { FieldPredicate, Target } from '@cux/contracts';
import type { RecipeRule, SiteRecipe } from '../site-recipe.ts';
import { post } from './wordpress/post.ts';
import { readBackPhase } from './wordpress/read-back.ts';
import { title } from './wordpress/screen.ts';
import { signIn } from './wordpress/sign-in.ts';
import { compareDraft, savedDraft } from './wordpress/stored.ts';

const page = { role: 'main', name: '' } as const;
const textTab: Target = { role: 'button', name: 'Text', within: page };
/** The classic editor's own field has no label. */
const text: Target = { role: 'textbox', name: '', within: page };
const saveDraft: Target = { role: 'button', name: 'Save Draft', within: page };
const publish: Target = { role: 'button', name: 'Publish', within: page };

/** Shows the text as it is stored, not as it will look. */
const openTextTab: SiteRecipe['draft']['steps'] = [
  { kind: 'await', target: textTab },
  { kind: 'press', target: textTab },
  { kind: 'await', target: text },
];

/** What both buttons send alike: this post, for everybody, with exactly the approved title and text. */
function approvedPost(id: FieldPredicate): FieldPredicate[] {
  return [
    id,
    { field: 'action', operator: 'equals', value: 'editpost' },
    { field: 'post_type', operator: 'equals', value: 'post' },
    { field: 'post_status', operator: 'equals', value: 'draft' },
    { field: 'visibility', operator: 'equals', value: 'public' },
    { field: 'post_title', operator: 'equals', value: '{content.title}' },
    { field: 'content', operator: 'equals', value: '{content.body}' },
  ];
}

/** The form has some sixty fields, most of them the site's own bookkeeping; those that decide are named. */
function editForm(
  rule: Pick<RecipeRule, 'id' | 'effect_class' | 'describes'>,
  fields: FieldPredicate[],
): RecipeRule {
  return {
    ...rule,
    method: 'POST',
    path: '/wp-admin/post.php',
    query: [],
    override_method: null,
    body: { kind: 'form', fields, other_fields: 'allow' },
  };
}

/** WordPress with the classic editor: one form, sent whole, whose button says whether it is a draft or out. */
export const wordpressClassic: SiteRecipe = {
  ...post,
  name: 'wordpress-classic',
  version: '1.0',
  describes:
    'WordPress 6.5 with the classic editor, as an author; the text as its Text tab shows it, paragraphs divided by empty lines. English interface.',
  sign_in: signIn,
  draft: {
    allowed_actions: [
      'open the post in the text tab of the classic editor',
      'fill title and text with the approved draft',
      'save the draft',
      'capture compact receipt',
    ],
    new_path: '/wp-admin/post-new.php',
    existing_path: '/wp-admin/post.php?post={item}&action=edit',
    steps: [
      ...openTextTab,
      // The title comes last: the editor saves by itself once it is left, and the button waits for that.
      { kind: 'fill', target: text, value: '{content.body}' },
      { kind: 'fill', target: title, value: '{content.title}' },
      { kind: 'press', target: saveDraft },
      { kind: 'await_write', rule: 'save-draft' },
      { kind: 'await', target: { role: 'heading', name: 'Edit Post' } },
    ],
    final_action: publish,
    write_rules: [
      editForm(
        {
          id: 'save-draft',
          effect_class: 'draft',
          describes: 'save the post as a draft, with exactly the approved title and text',
        },
        [
          ...approvedPost({ field: 'post_ID', operator: 'matches', template: '{item_or_integer}' }),
          { field: 'save', operator: 'equals', value: 'Save Draft' },
          { field: 'publish', operator: 'absent' },
        ],
      ),
    ],
    ...savedDraft('/wp-admin/post.php?post={integer}&action=edit'),
    settle_ms: 500,
    deadline_ms: 120_000,
  },
  publish: {
    decision: 'Publish',
    allowed_actions: [
      'open the saved draft in the text tab of the classic editor',
      'compare title and text with what was approved',
      'publish this post once',
      'capture compact receipt',
    ],
    start_path: '/wp-admin/post.php?post={item}&action=edit',
    steps: [...openTextTab, ...compareDraft({ title, text })],
    final_action: publish,
    write_rules: [],
    permit_rules: [
      editForm(
        {
          id: 'publish-post',
          effect_class: 'external_write',
          describes: 'publish this post with exactly the approved title and text',
        },
        [
          ...approvedPost({ field: 'post_ID', operator: 'equals', value: '{item}' }),
          { field: 'publish', operator: 'equals', value: 'Publish' },
          { field: 'save', operator: 'absent' },
          { field: 'post_password', operator: 'equals', value: '' },
        ],
      ),
    ],
    extractions: [],
    settle_ms: 500,
    deadline_ms: 120_000,
  },
  read_back: readBackPhase,
  known_modals: [],
};
