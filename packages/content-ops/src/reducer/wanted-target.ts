import type { Target } from '@cux/contracts';
import type { PublishingUnit } from '../attempt/request-wording.ts';
import type { SiteRecipe } from '../recipes/site-recipe.ts';
import type { Ending } from './ending.ts';
import type { Situation } from './situation.ts';

/** Signs that are about one control or field of the recipe. */
const aboutTargets: ReadonlySet<Ending> = new Set([
  'target_missing',
  'target_ambiguous',
  'lookalike_target',
  'target_lost',
  'target_stale',
  'value_not_held',
]);

/** The control or field that the attempt stopped at, in the recipe's words; null where it is not about one. */
export function wantedTarget({ input, ending, unit, subjectCase }: Situation): Target | null {
  const { report } = input;
  if (!aboutTargets.has(ending) || report.kind !== 'receipt' || report.annex.blocker === null) return null;
  const { steps, final } = partOf(subjectCase.recipe, unit);
  const { step: index } = report.annex.blocker;
  // A value that is not held at the end is about the fields together, not about the final action.
  if (index === null) return ending === 'value_not_held' ? null : final;
  const step = steps[index];
  return step !== undefined && 'target' in step ? step.target : null;
}

function partOf(
  { draft, publish, read_back, sign_in }: SiteRecipe,
  unit: PublishingUnit,
): { readonly steps: SiteRecipe['draft']['steps']; readonly final: Target | null } {
  switch (unit) {
    case 'draft_until_review_gate':
      return { steps: draft.steps, final: draft.final_action };
    case 'publish_after_approved_gate':
      return { steps: publish.steps, final: publish.final_action };
    case 'inspect_screen':
      return { steps: read_back.steps, final: null };
    case 'enrol_stored_session':
      return { steps: sign_in?.signed_in.steps ?? [], final: null };
  }
}
