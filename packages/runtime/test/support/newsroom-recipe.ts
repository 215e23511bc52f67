import { newsroom, type PublishingRules, type SiteRecipe } from '@cux/content-ops';
import { people } from './people.ts';

/** The shipped recipe, without its waits, for a newsroom that may ask editors to sign in. */
export const recipe: SiteRecipe = {
  ...newsroom,
  name: 'walled-newsroom',
  sign_in: {
    start_path: '/login',
    wall_paths: ['/login'],
    human_rules: [
      {
        id: 'sign-in',
        effect_class: 'credential_use',
        describes: 'send the sign-in form of this account',
        method: 'POST',
        path: '/login',
        query: [],
        override_method: null,
        body: {
          kind: 'form',
          fields: [
            { field: 'account', operator: 'equals', value: '{account}' },
            { field: 'password', operator: 'present' },
          ],
          other_fields: 'deny',
        },
      },
    ],
    signed_in: {
      path: '/account',
      steps: [{ kind: 'verify', target: { role: 'textbox', name: 'Account name' }, value: '{account}' }],
    },
  },
  draft: { ...newsroom.draft, settle_ms: 0 },
  publish: { ...newsroom.publish, settle_ms: 0 },
};

/** The same recipe, whose attempts have only so long, in milliseconds. */
export function recipeWithin(deadline: number): SiteRecipe {
  return {
    ...recipe,
    draft: { ...recipe.draft, deadline_ms: deadline },
    publish: { ...recipe.publish, deadline_ms: deadline },
  };
}

export function publishingRules(origin: string): PublishingRules {
  return {
    schema_version: 'cux_publishing_rules_v1',
    policy_version: 'test-1',
    agent: people.agent.id,
    gate_expires_ms: 3_600_000,
    standing_window_ms: 86_400_000,
    retry_budget: 3,
    sites: [{ id: 'newsroom', origin, account: 'editor', recipe: recipe.name }],
  };
}
