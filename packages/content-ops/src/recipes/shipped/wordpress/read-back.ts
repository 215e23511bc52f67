import type { SiteRecipe } from '../../site-recipe.ts';
import { status, stored, storedFields } from './stored.ts';

/** Reads the post from the REST interface, where its owner reads it too. */
export const readBackPhase: SiteRecipe['read_back'] = {
  allowed_actions: ['open the list of posts', 'read status and text of the post from the site’s own store'],
  start_path: '/wp-admin/edit.php',
  steps: [{ kind: 'await', target: { role: 'heading', name: 'Posts' } }],
  status,
  stored,
  extractions: storedFields('{item}'),
  settle_ms: 0,
  deadline_ms: 60_000,
};
