import { holdsPlaceholder } from '@cux/contracts';
import { itemExtraction, itemField } from './item-name.ts';
import type { SiteRecipe } from './site-recipe.ts';
import { placeholdersIn, planPlaceholders } from './template.ts';

/** A mistake that the recipe's schema cannot express. */
export interface RecipeProblem {
  /** For example `recipe.placeholder-unknown`. */
  readonly rule: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type Path = readonly PropertyKey[];

/** Everything that would only fail when a plan is rendered, found beforehand. Empty when the recipe is sound. */
export function checkRecipe(recipe: SiteRecipe): readonly RecipeProblem[] {
  return [...placeholderProblems(recipe), ...referenceProblems(recipe), ...permitPaths(recipe)];
}

/** Keys whose strings become part of an address or template: content has no place there. */
const addressKeys: ReadonlySet<PropertyKey> = new Set([
  'path',
  'new_path',
  'existing_path',
  'start_path',
  'person_path',
  'wall_paths',
  'template',
  'url',
]);

function placeholderProblems(recipe: SiteRecipe): RecipeProblem[] {
  return stringsOf(recipe, []).flatMap(({ text, path }) =>
    placeholdersIn(text).flatMap((name) => {
      if (name.startsWith('content.')) return contentPlaceholder(recipe, path, name.slice('content.'.length));
      if (isKnown(recipe, path, name)) return [];
      const message = `{${name}} stands for nothing here; use origin, account, item or content.NAME.`;
      return [{ rule: 'recipe.placeholder-unknown', path, message }];
    }),
  );
}

function contentPlaceholder(recipe: SiteRecipe, path: Path, field: string): RecipeProblem[] {
  if (recipe.content_fields[field] === undefined) {
    const message = `{content.${field}} is not among content_fields; add the field there.`;
    return [{ rule: 'recipe.content-field-unknown', path, message }];
  }
  if (!path.some((key) => addressKeys.has(key))) return [];
  const message = 'Content must not become part of an address; put it into a value.';
  return [{ rule: 'recipe.content-in-address', path, message }];
}

const ownNames: ReadonlySet<string> = new Set([
  'origin',
  'account',
  'item',
  'item.number',
  'item_or_integer',
]);

function isKnown(recipe: SiteRecipe, path: Path, name: string): boolean {
  if (ownNames.has(name) || planPlaceholders.has(name)) return true;
  return path.at(-1) === 'url' && extractionNames(recipe, path[0]).includes(name);
}

function extractionNames(recipe: SiteRecipe, phase: PropertyKey | undefined): readonly string[] {
  if (phase !== 'draft' && phase !== 'publish' && phase !== 'read_back') return [];
  return recipe[phase].extractions.map(({ name }) => name);
}

function referenceProblems(recipe: SiteRecipe): RecipeProblem[] {
  const problems: RecipeProblem[] = [];
  const extraction = (phase: 'draft' | 'read_back', name: string, path: Path): void => {
    if (extractionNames(recipe, phase).includes(name)) return;
    const message = 'No extraction of this part has that name; add it to extractions.';
    problems.push({ rule: 'recipe.extraction-unknown', path, message });
  };
  const field = (name: string, path: Path): void => {
    if (recipe.content_fields[name] !== undefined) return;
    const message = 'No field of content_fields has that name; add it there.';
    problems.push({ rule: 'recipe.content-field-unknown', path, message });
  };
  field(recipe.title_field, ['title_field']);
  const [named, source] = [itemField(recipe), itemExtraction(recipe)];
  if (source !== null) extraction('draft', source, ['draft', 'item']);
  if (named !== null) field(named, ['draft', 'item', 'content_field']);
  for (const phase of ['draft', 'read_back'] as const) {
    extraction(phase, recipe[phase].status.extraction, [phase, 'status', 'extraction']);
    recipe[phase].stored.forEach((check, index) => {
      extraction(phase, check.extraction, [phase, 'stored', index, 'extraction']);
      field(check.field, [phase, 'stored', index, 'field']);
    });
  }
  return [...problems, ...awaitedRules(recipe), ...effectClasses(recipe)];
}

/** A step can only wait for a write that a rule of the same part lets pass. */
function awaitedRules(recipe: SiteRecipe): RecipeProblem[] {
  return (['draft', 'publish', 'read_back'] as const).flatMap((phase) =>
    recipe[phase].steps.flatMap((step, index) => {
      const rules = phase === 'read_back' ? [] : recipe[phase].write_rules.map(({ id }) => id);
      if (step.kind !== 'await_write' || rules.includes(step.rule)) return [];
      const message = 'No write rule of this part has that id; add the rule or wait for another.';
      return [{ rule: 'recipe.rule-unknown', path: [phase, 'steps', index, 'rule'], message }];
    }),
  );
}

/** What leaves without an approval is a draft; what needs one is not. */
function effectClasses(recipe: SiteRecipe): RecipeProblem[] {
  const drafts = (['draft', 'publish'] as const).flatMap((phase) =>
    recipe[phase].write_rules.map((rule, index) => ({
      fits: rule.effect_class === 'draft',
      path: [phase, 'write_rules', index, 'effect_class'],
    })),
  );
  const permits = recipe.publish.permit_rules.map((rule, index) => ({
    fits: rule.effect_class === 'external_write',
    path: ['publish', 'permit_rules', index, 'effect_class'],
  }));
  return [...drafts, ...permits].flatMap(({ fits, path }) => {
    const message = 'Rules that need no approval are of the class draft, permit rules external_write.';
    return fits ? [] : [{ rule: 'recipe.effect-class', path, message }];
  });
}

/** What an approval lets leave goes to one address: a plan with another one is refused when it is judged. */
function permitPaths({ publish }: SiteRecipe): RecipeProblem[] {
  return publish.permit_rules.flatMap(({ path }, index) => {
    if (!holdsPlaceholder(path)) return [];
    const message =
      'A permit rule names the address that is approved; write {item} in the place of {integer} or {segment}.';
    return [{ rule: 'recipe.permit-path', path: ['publish', 'permit_rules', index, 'path'], message }];
  });
}

function stringsOf(value: unknown, path: Path): readonly { text: string; path: Path }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  const entries: [PropertyKey, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => stringsOf(inner, [...path, key]));
}
