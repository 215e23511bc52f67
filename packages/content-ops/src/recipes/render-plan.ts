import {
  type ActionUnit,
  type EvidenceClass,
  type Extraction,
  isAddressPart,
  type KnownModal,
  type Plan,
  planSchema,
  type Target,
  type WriteRule,
} from '@cux/contracts';
import type { Content } from '../content/content.ts';
import { jsonPointer } from '../json/positioned-json.ts';
import { itemNamedBy } from './item-name.ts';
import type { RecipeRule, RecipeStep, SiteRecipe } from './site-recipe.ts';
import { fillTemplates, type MissingValue } from './template.ts';

/** The four things that a recipe can do at a site. */
export type RecipePhase = 'draft' | 'publish' | 'read_back' | 'sign_in';

export interface RenderInput {
  readonly phase: RecipePhase;
  readonly origin: string;
  readonly account: string;
  /** The site's own id of the item; null before the first save. */
  readonly item: string | null;
  /** Empty for signing in. */
  readonly content: Content;
  readonly evidence: readonly EvidenceClass[];
}

export type RenderVerdict =
  | { readonly ok: true; readonly plan: Plan }
  /** `problems` name the recipe's own words and places, never content. */
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Renders one phase of a recipe to a plan. Pure: the same input gives the same plan, and so the same digests,
 * which is what binds a gate to what will be sent.
 */
export function renderPlan(recipe: SiteRecipe, given: RenderInput): RenderVerdict {
  const input = { ...given, item: itemNamedBy(recipe, given.content) ?? given.item };
  if (input.item !== null && !isAddressPart(input.item)) {
    return { ok: false, problems: ['the id of the item is not fit for an address'] };
  }
  const outline = outlineOf(recipe, input);
  if (outline === null) return { ok: false, problems: ['the recipe has no sign-in'] };
  const missing: MissingValue[] = [];
  const rendered = fillTemplates(toPlan(recipe, outline, input), input, missing);
  if (missing.length > 0) {
    return { ok: false, problems: missing.map(({ name }) => `{${name}} has no value here`) };
  }
  const result = planSchema.safeParse(rendered);
  if (result.success) return { ok: true, plan: result.data };
  const problems = result.error.issues.map(
    (issue) => `the plan is not valid at ${jsonPointer(issue.path)}: ${issue.message}`,
  );
  return { ok: false, problems };
}

/** The plan's parts that differ from phase to phase, still with placeholders. */
interface Outline {
  readonly action_unit: ActionUnit;
  readonly start_path: string;
  readonly steps: readonly RecipeStep[];
  readonly final_action: Target | null;
  readonly write_rules: readonly RecipeRule[];
  readonly permit_rules: readonly RecipeRule[];
  readonly extractions: readonly Extraction[];
  readonly settle_ms: number;
  readonly deadline_ms: number;
}

function outlineOf(recipe: SiteRecipe, input: RenderInput): Outline | null {
  switch (input.phase) {
    case 'draft': {
      const { draft } = recipe;
      const start_path = input.item === null ? draft.new_path : draft.existing_path;
      return { ...draft, action_unit: 'draft_until_review_gate', start_path, permit_rules: [] };
    }
    case 'publish':
      return { ...recipe.publish, action_unit: 'publish_after_approved_gate' };
    case 'read_back': {
      const nothing = { final_action: null, write_rules: [], permit_rules: [] };
      return { ...recipe.read_back, ...nothing, action_unit: 'inspect_screen' };
    }
    case 'sign_in':
      return signInOutline(recipe);
  }
}

/** Looks whether the account is signed in; the signing in itself is a person's. */
function signInOutline(recipe: SiteRecipe): Outline | null {
  if (recipe.sign_in === null) return null;
  const { path, steps } = recipe.sign_in.signed_in;
  return {
    action_unit: 'enrol_stored_session',
    start_path: path,
    steps,
    final_action: null,
    write_rules: [],
    permit_rules: [],
    extractions: [],
    settle_ms: 0,
    deadline_ms: recipe.read_back.deadline_ms,
  };
}

function toPlan(recipe: SiteRecipe, outline: Outline, input: RenderInput): Plan {
  return {
    schema_version: 'cux_plan_v1',
    action_unit: outline.action_unit,
    start_url: `{origin}${outline.start_path}`,
    allowed_origins: ['{origin}'],
    steps: outline.steps.map((step) =>
      step.kind === 'open' ? { kind: 'open' as const, url: `{origin}${step.path}` } : step,
    ),
    final_action: outline.final_action,
    write_rules: outline.write_rules.map(atOrigin),
    permit_rules: outline.permit_rules.map(atOrigin),
    known_modals: recipe.known_modals.map((modal): KnownModal => modal),
    sign_in_walls: (recipe.sign_in?.wall_paths ?? []).map((wall) => ({ path: wall })),
    extractions: [...outline.extractions],
    evidence: [...input.evidence],
    settle_ms: outline.settle_ms,
    deadline_ms: outline.deadline_ms,
    viewport: recipe.viewport,
  };
}

/** A recipe's rule as the plan's: at the site's origin, `{origin}` until it is filled in. */
export function atOrigin(rule: RecipeRule): WriteRule {
  return { ...rule, origin: '{origin}' };
}
