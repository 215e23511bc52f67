import { newsroom, type SiteRecipe } from '@cux/content-ops';
import type { FieldPredicate, Target } from '@cux/contracts';

const button = (name: string): Target => ({ role: 'button', name });
const headline: Target = { role: 'textbox', name: 'Headline' };
const approved: FieldPredicate[] = [
  { field: 'headline', operator: 'equals', value: '{content.title}' },
  { field: 'body', operator: 'equals', value: '{content.body}' },
  { field: 'section', operator: 'equals', value: '{content.section}' },
];

function sends(status: 'draft' | 'published') {
  return {
    method: 'POST' as const,
    query: [],
    override_method: null,
    body: {
      kind: 'form' as const,
      fields: [{ field: 'status', operator: 'equals' as const, value: status }, ...approved],
      other_fields: 'deny' as const,
    },
  };
}

/** The newsroom as plain forms: the same address saves and publishes, and the button that was pressed says which. */
export const formsRecipe: SiteRecipe = {
  ...newsroom,
  name: 'forms-newsroom',
  describes: 'A newsroom of plain HTML forms: no script, and the button says what a form is sent for.',
  draft: {
    ...newsroom.draft,
    steps: [
      { kind: 'await', target: headline },
      { kind: 'fill', target: headline, value: '{content.title}' },
      { kind: 'fill', target: { role: 'textbox', name: 'Body' }, value: '{content.body}' },
      { kind: 'select', target: { role: 'combobox', name: 'Section' }, option: '{content.section}' },
      { kind: 'press', target: button('Save draft') },
      { kind: 'await_write', rule: 'save-draft' },
    ],
    final_action: button('Publish'),
    write_rules: [
      {
        ...sends('draft'),
        id: 'save-draft',
        effect_class: 'draft',
        describes: 'save the article as a draft, with exactly the approved text',
        path: '/articles/{item_or_integer}',
      },
    ],
    settle_ms: 0,
  },
  publish: {
    ...newsroom.publish,
    steps: newsroom.publish.steps.filter(({ kind }) => kind === 'verify'),
    final_action: button('Publish'),
    permit_rules: [
      {
        ...sends('published'),
        id: 'publish-article',
        effect_class: 'external_write',
        describes: 'publish this article with exactly the approved headline, body and section',
        path: '/articles/{item}',
      },
    ],
    settle_ms: 0,
  },
};
