import { type Content, itemField, type SiteRecipe } from '@cux/content-ops';

/**
 * Content that a site can hold by its recipe, made up for a check: every field has a text of its own, so that a field
 * of a write can be told from the others.
 *
 * @param mark letters and digits, different for each check, so that a site that takes a text once takes this one
 */
export function probeContent(recipe: SiteRecipe, mark: string): Content {
  const named = itemField(recipe);
  return Object.fromEntries(
    Object.entries(recipe.content_fields).map(([field, wanted]) => {
      const [offered] = wanted.one_of ?? [];
      if (offered !== undefined) return [field, offered];
      const text = field === named ? `cux-check-${mark}` : probeText(field, wanted, mark);
      return [field, text.slice(0, wanted.maximum)];
    }),
  );
}

function probeText(
  field: string,
  { html, single_line }: SiteRecipe['content_fields'][string],
  mark: string,
): string {
  const line = `Check ${mark} of ${field}${html ? ' &amp; more' : ' & more'}`;
  return single_line ? line : `${line}.\n\nA second paragraph, with “quotes”.`;
}
