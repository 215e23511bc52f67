import type { SiteRecipe } from '../site-recipe.ts';
import { newsroom } from './newsroom.ts';
import { wordpress, wordpressContributor, wordpressPermalinks } from './wordpress.ts';

/** The recipes that come with content-ops. */
export const shippedRecipes: readonly SiteRecipe[] = [
  newsroom,
  wordpress,
  wordpressPermalinks,
  wordpressContributor,
];
