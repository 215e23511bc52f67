import type { RecipeRule, SiteRecipe } from '../../site-recipe.ts';

/** The person's own sign-in: as this account, and nothing else. */
const signInForm: RecipeRule = {
  id: 'sign-in',
  effect_class: 'credential_use',
  describes: 'send the sign-in form of this account',
  method: 'POST',
  path: '/wp-login.php',
  query: [],
  override_method: null,
  body: {
    kind: 'form',
    fields: [
      { field: 'log', operator: 'equals', value: '{account}' },
      { field: 'pwd', operator: 'present' },
      { field: 'rememberme', operator: 'equals_if_present', value: 'forever' },
      { field: 'wp-submit', operator: 'present' },
      { field: 'redirect_to', operator: 'present' },
      { field: 'testcookie', operator: 'equals', value: '1' },
    ],
    other_fields: 'deny',
  },
};

/** As one account, on WordPress's own form; its profile page says who is signed in. */
export const signIn: NonNullable<SiteRecipe['sign_in']> = {
  start_path: '/wp-login.php',
  wall_paths: ['/wp-login.php'],
  human_rules: [signInForm],
  form: {
    account: { role: 'textbox', name: 'Username or Email Address' },
    secret: { role: 'textbox', name: 'Password' },
    submit: { role: 'button', name: 'Log In' },
  },
  signed_in: {
    path: '/wp-admin/profile.php',
    steps: [{ kind: 'verify', target: { role: 'textbox', name: 'Username' }, value: '{account}' }],
  },
};
