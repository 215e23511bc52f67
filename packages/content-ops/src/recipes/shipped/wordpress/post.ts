import type { SiteRecipe } from '../../site-recipe.ts';

/** What a post consists of, and where a person finds it: the same by whatever means it is written. */
export const post: Pick<
  SiteRecipe,
  'schema_version' | 'content_fields' | 'title_field' | 'person_path' | 'viewport'
> = {
  schema_version: 'cux_site_recipe_v1',
  content_fields: {
    title: { label: 'Title', html: true, single_line: true, maximum: 400 },
    body: { label: 'Text', html: true, single_line: false, maximum: 65_536 },
  },
  title_field: 'title',
  person_path: '/wp-admin/post.php?post={item}&action=edit',
  viewport: { width: 1280, height: 900 },
};
