import {
  atOrigin,
  type Content,
  checkContent,
  itemExtraction,
  itemNamedBy,
  type RecipePhase,
  renderPlan,
  type SiteRecipe,
} from '@cux/content-ops';
import { type Plan, ruleExcludes } from '@cux/contracts';
import type { AttemptReport } from '@cux/provider-sdk';
import { CliFault } from '../cli-fault.ts';
import type { CheckLine } from './check-report.ts';
import { draftLines, pressedLine, publishLines, readBackLines } from './judge-phases.ts';
import { permitQuestion, rehearse, type SiteTrial } from './try-site.ts';

export interface CheckInput {
  readonly recipe: SiteRecipe;
  readonly origin: string;
  readonly account: string;
  readonly content: Content;
  /** The signed-in state; null for a site that asks nobody. */
  readonly storedSession: Uint8Array | null;
  /** Whether the final action is pressed too, with no permit: the guard blocks what it sends. */
  readonly press: boolean;
  /** The place in the recipe of a step or rule, for whoever has to mend it. */
  readonly placeOf: (path: readonly PropertyKey[]) => CheckLine['place'];
}

/** Tries a recipe on the live site as far as nothing has to be approved: draft, look at the gate, read back. */
export async function checkAtSite(trial: SiteTrial, input: CheckInput): Promise<readonly CheckLine[]> {
  const apart = rulesApart(input);
  requireFit(input);
  const draft = await phase(trial, input, 'draft', itemNamedBy(input.recipe, input.content), 'the draft');
  const drafted = draftLines(input, draft.report, draft.plan);
  const item = itemOf(input, draft.report);
  if (item === null || drafted.some(({ ok }) => !ok)) return [...apart, ...drafted];
  const publish = await phase(trial, input, 'publish', item, 'the look at the gate', gateOnly);
  const lines = [...apart, ...drafted, ...publishLines(input, publish.report)];
  if (input.press && lines.every(({ ok }) => ok)) {
    await phase(trial, input, 'publish', item, 'the final action', withPress);
    lines.push(pressedLine(input, trial.writes.list()));
  }
  const readBack = await phase(trial, input, 'read_back', item, 'the read-back');
  return [...lines, ...readBackLines(input, readBack.report)];
}

/** A publication up to its gate: nothing is committed, so it is a draft attempt that fills nothing. */
function gateOnly(plan: Plan): Plan {
  return { ...plan, action_unit: 'draft_until_review_gate', permit_rules: [] };
}

/** The same, and the final action is pressed as any button. No permit is armed, so what it sends is blocked. */
function withPress(plan: Plan): Plan {
  if (plan.final_action === null) return gateOnly(plan);
  const press = { kind: 'press' as const, target: plan.final_action };
  return { ...gateOnly(plan), steps: [...plan.steps, press], final_action: null };
}

async function phase(
  trial: SiteTrial,
  input: CheckInput,
  name: RecipePhase,
  item: string | null,
  during: string,
  change: (plan: Plan) => Plan = (plan) => plan,
): Promise<{ readonly report: AttemptReport; readonly plan: Plan }> {
  const plan = planOf(input, name, item);
  const { origin, account, content, recipe, storedSession } = input;
  const permits =
    recipe.publish.permit_rules.length === 0 || item === null
      ? []
      : planOf(input, 'publish', item).permit_rules;
  trial.writes.begin(during, knownTo(account, item, content), permitQuestion([origin], permits));
  return { report: await rehearse(trial, change(plan), storedSession), plan };
}

function planOf(
  { recipe, origin, account, content }: CheckInput,
  name: RecipePhase,
  item: string | null,
): Plan {
  const rendered = renderPlan(recipe, { phase: name, origin, account, item, content, evidence: [] });
  if (rendered.ok) return rendered.plan;
  throw new CliFault(
    'refused',
    `The recipe gives no valid plan: ${rendered.problems.join('; ')}; correct it.`,
  );
}

function knownTo(account: string, item: string | null, content: Content): Readonly<Record<string, string>> {
  const fields = Object.entries(content).map(([name, value]) => [`{content.${name}}`, value] as const);
  return Object.fromEntries([
    ...(item === null ? [] : [['{item}', item] as const]),
    ...fields,
    ['{account}', account] as const,
  ]);
}

function itemOf({ recipe, content }: CheckInput, { annex }: AttemptReport): string | null {
  const extraction = itemExtraction(recipe);
  const found = extraction === null ? undefined : annex.extractions[extraction];
  return itemNamedBy(recipe, content) ?? (found === undefined ? null : String(found));
}

function requireFit({ recipe, content }: CheckInput): void {
  const problems = checkContent(recipe, content);
  if (problems.length === 0) return;
  const sentences = problems.map(({ field, message }) => `${field}: ${message}`).join(' ');
  throw new CliFault('refused', `The recipe’s site cannot hold this content. ${sentences}`);
}

/** No write can be both a draft and what an approval is for: then no draft can publish, whatever the page sends. */
function rulesApart({ recipe, placeOf }: CheckInput): readonly CheckLine[] {
  const meeting = (['draft', 'publish'] as const).flatMap((part) =>
    recipe[part].write_rules.flatMap((draft, index) =>
      recipe.publish.permit_rules
        .filter((permit) => !ruleExcludes(atOrigin(draft), atOrigin(permit)))
        .map(
          (permit): CheckLine => ({
            check: 'rules.apart',
            ok: false,
            message: `The draft rule ${draft.id} may let pass what the permit rule ${permit.id} is for; give one of its fields another value.`,
            place: placeOf([part, 'write_rules', index]),
          }),
        ),
    ),
  );
  if (meeting.length > 0) return meeting;
  return [
    {
      check: 'rules.apart',
      ok: true,
      message: 'no write can be a draft and a publication at once, by the rules alone',
      place: null,
    },
  ];
}
