import type { StoreSource, Target } from '@cux/contracts';
import type { SiteRecipe } from '../../site-recipe.ts';

/** Where WordPress's own database tells a value of a post, by its id and a pointer. */
export type StoreOf = (item: string, pointer: string) => StoreSource;

// This address works whatever the permalinks are.
const addressOf = (item: string) => `{origin}/index.php?rest_route=/wp/v2/posts/${item}&context=edit`;

/** In a browser's session: the REST interface takes a nonce for reading, too. */
export const storeOf: StoreOf = (item, pointer) => ({
  kind: 'json',
  url: addressOf(item),
  pointer,
  header: { name: 'X-WP-Nonce', url: '{origin}/wp-admin/admin-ajax.php?action=rest-nonce' },
});

/** With a credential of its own, which needs no nonce. */
export const storeByCredential: StoreOf = (item, pointer) => ({
  kind: 'json',
  url: addressOf(item),
  pointer,
});

/** What the store must hold of the approved content. */
export const stored: SiteRecipe['read_back']['stored'] = [
  { extraction: 'title', field: 'title' },
  { extraction: 'content', field: 'body' },
];

/** How the store says what became of a post. */
export const status: SiteRecipe['read_back']['status'] = {
  extraction: 'status',
  published: ['publish'],
  not_published: ['draft', 'auto-draft'],
};

/** What WordPress's own database says of a post. */
export function storedFields(item: string, store = storeOf): SiteRecipe['read_back']['extractions'] {
  return [
    {
      name: 'status',
      type: {
        kind: 'one_of',
        values: ['auto-draft', 'draft', 'pending', 'future', 'publish', 'private', 'trash'],
      },
      required: true,
      source: store(item, '/status'),
    },
    { name: 'title', type: { kind: 'digest' }, required: true, source: store(item, '/title/raw') },
    { name: 'content', type: { kind: 'digest' }, required: true, source: store(item, '/content/raw') },
  ];
}

/** What is asked after a draft was saved: its id, from the address that is shown then, and what the store holds. */
export function savedDraft(
  template: string,
  store = storeOf,
): Pick<SiteRecipe['draft'], 'item' | 'status' | 'stored' | 'extractions'> {
  const source = { kind: 'address', template } as const;
  return {
    item: 'item_id',
    status: { extraction: status.extraction, drafted: ['draft'] },
    stored,
    extractions: [
      { name: 'item_id', type: { kind: 'integer' }, required: true, source },
      ...storedFields('{item_id}', store),
    ],
  };
}

/** That the saved post is still a draft, and that its fields hold what was approved. */
export function compareDraft(
  { title, text }: { readonly title: Target; readonly text: Target },
  store = storeOf,
): SiteRecipe['publish']['steps'] {
  return [
    { kind: 'verify_fact', source: store('{item}', '/status'), one_of: ['draft'] },
    { kind: 'verify', target: title, value: '{content.title}' },
    { kind: 'verify', target: text, value: '{content.body}' },
  ];
}
