import type { CapabilityRecord } from '@cux/kernel/capability';
import { type Content, contentDigest } from '../content/content.ts';
import { ContentOpsFault } from '../content-ops-fault.ts';
import type { SiteRecipe } from '../recipes/site-recipe.ts';
import { type PublishingRules, type PublishingSite, siteFor } from '../rules/publishing-rules.ts';

/** What one item is about: where it goes, by which recipe, with which content. */
export interface PublishingCase {
  readonly rules: PublishingRules;
  readonly site: PublishingSite;
  readonly recipe: SiteRecipe;
  /** Null when there is no record, or the content is no longer the one that the record names. */
  readonly content: Content | null;
}

/** Finds site and recipe of an item. Throws a `ContentOpsFault` where the rules have none. */
export function publishingCase(
  rules: PublishingRules,
  recipes: ReadonlyMap<string, SiteRecipe>,
  record: CapabilityRecord | null,
  content: Content | null,
): PublishingCase {
  const site = siteFor(rules, content?.site);
  if (site === null) {
    throw new ContentOpsFault(
      'site_unknown',
      'The item names no site of the publishing rules; set its field `site` to the id of one.',
    );
  }
  const recipe = recipes.get(site.recipe);
  if (recipe === undefined) {
    throw new ContentOpsFault('recipe_missing', 'The rules name a recipe that is not installed; add it.');
  }
  const present = content !== null && record?.content_digest === contentDigest(content) ? content : null;
  return { rules, site, recipe, content: present };
}
