import { type FileProblem, parsePositionedJson, problemAt } from '../json/positioned-json.ts';
import { checkRecipe } from './check-recipe.ts';
import { type SiteRecipe, siteRecipeSchema } from './site-recipe.ts';

export type SiteRecipeVerdict =
  | { readonly ok: true; readonly recipe: SiteRecipe }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

/** Reads a recipe file. Every mistake comes with line and column; it never throws. */
export function parseSiteRecipe(text: string): SiteRecipeVerdict {
  const verdict = parsePositionedJson(text, siteRecipeSchema);
  if (!verdict.ok) return verdict;
  const problems = checkRecipe(verdict.value).map(({ path, rule, message }) =>
    problemAt(text, path, rule, message),
  );
  return problems.length > 0 ? { ok: false, problems } : { ok: true, recipe: verdict.value };
}
