import type { StoreSource } from '@cux/contracts';
import type { SiteRecipe } from '../../site-recipe.ts';

/** What the store must hold of the approved content. */
export const stored: SiteRecipe['read_back']['stored'] = [
  { extraction: 'title', field: 'title' },
  { extraction: 'content', field: 'body' },
];

/** Where WordPress's own database tells a value of a post. Its REST interface takes a nonce for reading, too. */
export function storeOf(item: string, pointer: string): StoreSource {
  return {
    kind: 'json',
    // This address works whatever the permalinks are.
    url: `{origin}/index.php?rest_route=/wp/v2/posts/${item}&context=edit`,
    pointer,
    header: { name: 'X-WP-Nonce', url: '{origin}/wp-admin/admin-ajax.php?action=rest-nonce' },
  };
}

/** What WordPress's own database says of a post. */
export function storedFields(item: string): SiteRecipe['read_back']['extractions'] {
  return [
    {
      name: 'status',
      type: {
        kind: 'one_of',
        values: ['auto-draft', 'draft', 'pending', 'future', 'publish', 'private', 'trash'],
      },
      required: true,
      source: storeOf(item, '/status'),
    },
    {
      name: 'title',
      type: { kind: 'digest' },
      required: true,
      source: storeOf(item, '/title/raw'),
    },
    {
      name: 'content',
      type: { kind: 'digest' },
      required: true,
      source: storeOf(item, '/content/raw'),
    },
  ];
}
