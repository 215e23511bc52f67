import type { RecipeRule, SiteRecipe } from '../../site-recipe.ts';
import { confirmButton, openCodeView, openPanel, text, title, topBar } from './screen.ts';
import { savedDraft } from './stored.ts';
import type { Variant } from './variant.ts';

/** Fills and saves a new post, and opens the panel that asks before publishing. */
export function draftPhase(variant: Variant): SiteRecipe['draft'] {
  return {
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
      ...openPanel(variant),
    ],
    final_action: confirmButton(variant),
    write_rules: [saveDraft(variant)],
    ...savedDraft('/wp-admin/post.php?post={integer}&action=edit'),
    settle_ms: 500,
    deadline_ms: 120_000,
  };
}

function saveDraft(variant: Variant): RecipeRule {
  return {
    id: 'save-draft',
    effect_class: 'draft',
    describes: 'save the new post as a draft, with exactly the approved title and text',
    method: 'POST',
    ...variant.post('{integer}'),
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
  };
}
