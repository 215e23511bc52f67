import { type Digest, digestOf } from '@cux/contracts';
import type { Capability, CapabilityDescription, CapabilityRecord, Todo } from '@cux/kernel/capability';
import { prepareAttempt } from './attempt/prepare-attempt.ts';
import { type PublishingCase, publishingCase } from './attempt/publishing-case.ts';
import { signInSurface } from './attempt/sign-in-surface.ts';
import type { Content, ContentSource } from './content/content.ts';
import { ContentOpsFault } from './content-ops-fault.ts';
import { capabilityId } from './item/item-changes.ts';
import type { SiteRecipe } from './recipes/site-recipe.ts';
import { reduce } from './reducer/reduce.ts';
import type { PublishingRules } from './rules/publishing-rules.ts';

export interface ContentOpsOptions {
  readonly rules: PublishingRules;
  /** At least every recipe that the rules name. */
  readonly recipes: readonly SiteRecipe[];
  readonly content: ContentSource;
}

/** The capability as a kernel registers it. */
export const contentOpsDescription: CapabilityDescription = {
  capability_id: capabilityId,
  outcome: 'Approved content is published on its site exactly once, and read back.',
};

/**
 * The publishing capability. It holds no kernel handle and no provider; all that it reads is content. Throws a
 * `ContentOpsFault` at once when the rules name a recipe that is not there.
 */
export function createContentOps({ rules, recipes, content }: ContentOpsOptions): Capability {
  const byName = new Map(recipes.map((recipe) => [recipe.name, recipe]));
  for (const site of rules.sites) requireRecipe(byName, site.recipe);
  const caseOf = async (record: CapabilityRecord | null): Promise<PublishingCase> =>
    publishingCase(rules, byName, record, record === null ? null : await content.read(record.record_id));

  return {
    description: contentOpsDescription,
    rules_digest: rulesDigest(rules, byName),
    async prepareAttempt(input) {
      return prepareAttempt(input, await caseOf(input.record));
    },
    async propose(input) {
      return reduce(input, await caseOf(input.record));
    },
    async signInSurface(todo: Todo) {
      const own: Content | null = todo.record_id === null ? null : await content.read(todo.record_id);
      return signInSurface(publishingCase(rules, byName, null, own));
    },
  };
}

/** Covers the rules and every recipe that they name, whole: no version has to be kept by hand. */
function rulesDigest(rules: PublishingRules, recipes: ReadonlyMap<string, SiteRecipe>): Digest {
  const named = [...new Set(rules.sites.map(({ recipe }) => recipe))].sort();
  return digestOf('cux/capability-rules', { rules, recipes: named.map((name) => recipes.get(name) ?? null) });
}

function requireRecipe(recipes: ReadonlyMap<string, SiteRecipe>, name: string): void {
  if (recipes.has(name)) return;
  throw new ContentOpsFault('recipe_missing', `The rules name the recipe ${name}; add it to the recipes.`);
}
