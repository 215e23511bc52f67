import type { Content } from '../content/content.ts';
import type { SiteRecipe } from './site-recipe.ts';

/** The content field that names the item on this site; null where the site itself gives out its ids. */
export function itemField({ draft }: SiteRecipe): string | null {
  return typeof draft.item === 'string' ? null : draft.item.content_field;
}

/** The extraction that names the item; null where a content field does. */
export function itemExtraction({ draft }: SiteRecipe): string | null {
  return typeof draft.item === 'string' ? draft.item : null;
}

/** The item's name as the content gives it; null where the site gives it, or the content is not there. */
export function itemNamedBy(recipe: SiteRecipe, content: Content | null): string | null {
  const field = itemField(recipe);
  return field === null ? null : (content?.[field] ?? null);
}
