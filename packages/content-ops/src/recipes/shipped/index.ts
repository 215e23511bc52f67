import type { SiteRecipe } from '../site-recipe.ts';
import { dokuwiki } from './dokuwiki.ts';
import { newsroom } from './newsroom.ts';
import { wordpress, wordpressContributor, wordpressOneClick, wordpressPermalinks } from './wordpress.ts';
import { wordpressClassic } from './wordpress-classic.ts';
import { wordpressRest } from './wordpress-rest.ts';

/** The recipes that come with content-ops. */
export const shippedRecipes: readonly SiteRecipe[] = [
  newsroom,
  wordpress,
  wordpressPermalinks,
  wordpressContributor,
  wordpressOneClick,
  wordpressClassic,
  wordpressRest,
  dokuwiki,
];
