import type { FieldPredicate } from '@cux/contracts';
import type { SiteRecipe } from '../site-recipe.ts';
import { blockEditor } from './wordpress/block-editor.ts';
import type { Variant } from './wordpress/variant.ts';

const locale: FieldPredicate = { field: '_locale', operator: 'equals', value: 'user' };

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

const surroundings =
  'Its editor opens in the visual view (the default); the names are those of an English interface on Linux or Windows.';
const defaults = `The account has the pre-publish check on (the default). ${surroundings}`;

/** WordPress 6.5 on plain permalinks, as an author. */
export const wordpress: SiteRecipe = blockEditor({
  name: 'wordpress',
  describes: `WordPress 6.5, block editor, plain permalinks, as an author. ${defaults}`,
  post: byQuery,
  asksBefore: true,
  outcome: author,
});

/** WordPress 6.5 on all other permalinks, as an author. */
export const wordpressPermalinks: SiteRecipe = blockEditor({
  name: 'wordpress-permalinks',
  describes: `WordPress 6.5, block editor, permalinks other than plain, as an author. ${defaults}`,
  post: byPath,
  asksBefore: true,
  outcome: author,
});

/** WordPress 6.5 on plain permalinks, as a contributor: the post goes to the site's own review and is not out. */
export const wordpressContributor: SiteRecipe = blockEditor({
  name: 'wordpress-contributor',
  describes: `WordPress 6.5, block editor, plain permalinks, as a contributor: a post is submitted for the site’s own review. ${defaults}`,
  post: byQuery,
  asksBefore: true,
  outcome: {
    button: 'Submit for Review',
    status: 'pending',
    decision: 'Submit for review',
    describes: 'submit this post for the site’s own review',
  },
});

/** WordPress 6.5 on plain permalinks, as an author who has turned the pre-publish check off: one click publishes. */
export const wordpressOneClick: SiteRecipe = blockEditor({
  name: 'wordpress-one-click',
  describes: `WordPress 6.5, block editor, plain permalinks, as an author who has turned the pre-publish check off. ${surroundings}`,
  post: byQuery,
  asksBefore: false,
  outcome: author,
});
