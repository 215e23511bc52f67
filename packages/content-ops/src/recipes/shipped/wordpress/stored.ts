import type { SiteRecipe } from '../../site-recipe.ts';

/** What the store must hold of the approved content. */
export const stored: SiteRecipe['read_back']['stored'] = [
  { extraction: 'title', field: 'title' },
  { extraction: 'content', field: 'body' },
];

/** What WordPress's own database says of a post. Its REST interface takes a nonce for reading, too. */
export function storedFields(item: string): SiteRecipe['read_back']['extractions'] {
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
