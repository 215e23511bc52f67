import type { SignInSurface } from '@cux/kernel/capability';
import { atOrigin } from '../recipes/render-plan.ts';
import { fillTemplates } from '../recipes/template.ts';
import type { PublishingCase } from './publishing-case.ts';

/** Where a person signs in, and what their own input may send meanwhile; null where the site asks nobody. */
export function signInSurface({
  site,
  recipe,
}: {
  readonly site: Pick<PublishingCase['site'], 'origin' | 'account'>;
  readonly recipe: PublishingCase['recipe'];
}): SignInSurface | null {
  if (recipe.sign_in === null) return null;
  const { origin, account } = site;
  const surface: SignInSurface = {
    account,
    origin,
    start_url: `{origin}${recipe.sign_in.start_path}`,
    allowed_origins: ['{origin}'],
    human_rules: recipe.sign_in.human_rules.map(atOrigin),
  };
  return fillTemplates(surface, { origin, account, item: null, content: {} }, []);
}
