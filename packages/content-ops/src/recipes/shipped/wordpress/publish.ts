import type { RecipeRule, SiteRecipe } from '../../site-recipe.ts';
import { confirmButton, openCodeView, openPanel, text, title } from './screen.ts';
import { compareDraft } from './stored.ts';
import type { Variant } from './variant.ts';

/** Opens the saved draft, compares it, and stops with the finger on the button. */
export function publishPhase(variant: Variant): SiteRecipe['publish'] {
  return {
    decision: variant.outcome.decision,
    allowed_actions: [
      'open the saved draft in the code view of the editor',
      'compare title and text with what was approved',
      `${variant.outcome.describes} once`,
      'capture compact receipt',
    ],
    start_path: '/wp-admin/post.php?post={item}&action=edit',
    steps: [...openCodeView, ...compareDraft({ title, text }), ...openPanel(variant)],
    final_action: confirmButton(variant),
    write_rules: [],
    permit_rules: [publishPost(variant)],
    extractions: [],
    settle_ms: 500,
    deadline_ms: 120_000,
  };
}

function publishPost(variant: Variant): RecipeRule {
  return {
    id: 'publish-post',
    effect_class: 'external_write',
    describes: `${variant.outcome.describes} with exactly the approved title and text`,
    method: 'POST',
    ...variant.post('{item}'),
    override_method: 'PUT',
    body: {
      kind: 'json',
      fields: [
        { field: '/id', operator: 'equals', value: '{item.number}' },
        { field: '/status', operator: 'equals', value: variant.outcome.status },
        // Sent only when it was changed in this editor; the stored one has just been compared.
        { field: '/title', operator: 'equals_if_present', value: '{content.title}' },
        { field: '/content', operator: 'equals_if_present', value: '{content.body}' },
      ],
      other_fields: 'deny',
    },
  };
}
