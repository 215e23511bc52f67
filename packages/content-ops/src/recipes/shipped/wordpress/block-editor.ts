import type { SiteRecipe } from '../../site-recipe.ts';
import { draftPhase } from './draft.ts';
import { post } from './post.ts';
import { publishPhase } from './publish.ts';
import { readBackPhase } from './read-back.ts';
import { tour } from './screen.ts';
import { signIn } from './sign-in.ts';
import type { Variant } from './variant.ts';

/**
 * The block editor in its code view, because that is the view whose text is the stored text: what is approved,
 * what is sent and what the database holds are one string.
 *
 * Each draft is a new post. The editor saves a post that is a draft already without saying that it stays one, so
 * a guard could not tell such a save from a change of a published post; a new post says `status: draft`.
 *
 * Preferences that the editor keeps for the account (the closed tour, the code view) and the heartbeat have no
 * rule: they are blocked, the editor lives with it, and the account stays as its owner left it.
 */
export function blockEditor(variant: Variant): SiteRecipe {
  return {
    ...post,
    name: variant.name,
    version: '1.1',
    describes: variant.describes,
    sign_in: signIn,
    draft: draftPhase(variant),
    publish: publishPhase(variant),
    read_back: readBackPhase,
    known_modals: [
      { id: 'welcome-tour', match: tour, dismiss: { role: 'button', name: 'Close', within: tour } },
    ],
  };
}
