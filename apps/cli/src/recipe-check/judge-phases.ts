import type { SiteRecipe, StoreCheck } from '@cux/content-ops';
import { type Annex, digestOf, type Plan, redactText } from '@cux/contracts';
import type { AttemptReport } from '@cux/provider-sdk';
import type { CheckInput } from './check-at-site.ts';
import type { CheckLine } from './check-report.ts';
import type { SeenWrite } from './watched-writes.ts';

type Place = CheckLine['place'];

function good(check: string, message: string): CheckLine {
  return { check, ok: true, message, place: null };
}

function bad(check: string, message: string, place: Place): CheckLine {
  return { check, ok: false, message, place };
}

/** Whether the draft stands on the site and in its store, with the final action in reach. */
export function draftLines(input: CheckInput, report: AttemptReport, plan: Plan): readonly CheckLine[] {
  const { receipt, annex } = report;
  if (receipt.stop_reason !== 'stopped_at_gate') return [stopped(input, 'draft', report)];
  if (!receipt.observed_facts.draft_present) {
    return [
      bad(
        'draft.held',
        'the page no longer holds what was filled in; compare the values with what the site makes of them',
        null,
      ),
    ];
  }
  const filled = plan.steps.filter(
    ({ kind }) => kind === 'fill' || kind === 'select' || kind === 'check',
  ).length;
  const { draft } = input.recipe;
  return [
    good('draft.held', `${filled} fields filled and held; the final action is in reach and was not pressed`),
    statusLine(input, 'draft', annex, draft.status.extraction, draft.status.drafted),
    ...storeLines(input, 'draft', annex, draft.stored),
  ];
}

export function publishLines(input: CheckInput, report: AttemptReport): readonly CheckLine[] {
  if (report.receipt.stop_reason !== 'stopped_at_gate') return [stopped(input, 'publish', report)];
  return [
    good(
      'publish.ready',
      'the saved draft was opened and compared; the final action is in reach and was not pressed',
    ),
  ];
}

/** After a draft the site's own store has to say that nothing is out. */
export function readBackLines(input: CheckInput, report: AttemptReport): readonly CheckLine[] {
  const { receipt, annex } = report;
  if (receipt.stop_reason !== 'completed') return [stopped(input, 'read_back', report)];
  const { status } = input.recipe.read_back;
  return [statusLine(input, 'read_back', annex, status.extraction, status.not_published)];
}

/** What the final action sent was blocked, and a permit rule of the recipe would have let it pass. */
export function pressedLine({ placeOf }: CheckInput, writes: readonly SeenWrite[]): CheckLine {
  const own = writes.filter(({ during }) => during === 'the final action');
  const permitted = own.find(({ permittedBy }) => permittedBy !== null);
  if (permitted !== undefined) {
    return good(
      'publish.permit',
      `the final action sent what the permit rule ${permitted.permittedBy} is for; it was blocked`,
    );
  }
  const message = own.some(({ passedBy }) => passedBy === null)
    ? 'no permit rule matches what the final action sent; it is named below, with a rule for it'
    : 'the final action sent nothing that could be seen; name the control that publishes';
  return bad('publish.permit', message, placeOf(['publish', 'permit_rules']));
}

/** Where it stopped: the step of the recipe, and what was in the way. */
function stopped(
  { recipe, placeOf }: CheckInput,
  phase: 'draft' | 'publish' | 'read_back',
  { annex, receipt }: AttemptReport,
): CheckLine {
  const { blocker } = annex;
  const code = blocker?.code ?? receipt.stop_reason;
  const label = blocker?.label == null ? '' : `, which the page calls “${redactText(blocker.label, 80)}”`;
  const step = blocker?.step ?? null;
  const lacking = code === 'extraction_missing' ? missingWords(recipe, phase, annex) : '';
  const what = step === null ? 'after its steps' : stepWords(recipe, phase, step);
  const place = step === null ? placeOf([phase]) : placeOf([phase, 'steps', step]);
  return bad(`${phase.replace('_', '-')}.stopped`, `it stopped ${what}: ${code}${label}${lacking}`, place);
}

function missingWords(
  recipe: SiteRecipe,
  phase: 'draft' | 'publish' | 'read_back',
  { extractions }: Annex,
): string {
  const missing = recipe[phase].extractions.filter(
    ({ name, required }) => required && extractions[name] === undefined,
  );
  return missing.length === 0 ? '' : ` (${missing.map(({ name }) => name).join(', ')})`;
}

function stepWords(recipe: SiteRecipe, phase: 'draft' | 'publish' | 'read_back', index: number): string {
  const step = recipe[phase].steps[index];
  const target =
    step !== undefined && 'target' in step
      ? ` ${step.target.role} “${redactText(step.target.name, 60)}”`
      : '';
  return `at step ${index + 1} (${step?.kind ?? 'unknown'}${target})`;
}

function statusLine(
  { placeOf }: CheckInput,
  phase: 'draft' | 'read_back',
  annex: Annex,
  extraction: string,
  wanted: readonly string[],
): CheckLine {
  const found = annex.extractions[extraction];
  const check = `${phase.replace('_', '-')}.status`;
  if (found !== undefined && wanted.includes(String(found))) {
    return good(check, `the site’s own store says ${redactText(String(found), 60)}: nothing is out`);
  }
  const said = found === undefined ? 'nothing' : redactText(String(found), 60);
  return bad(
    check,
    `the site’s own store says ${said}, not ${wanted.join(' or ')}`,
    placeOf([phase, 'status']),
  );
}

function storeLines(
  { content, placeOf }: CheckInput,
  phase: 'draft',
  annex: Annex,
  checks: readonly StoreCheck[],
): readonly CheckLine[] {
  return checks.map(({ extraction, field }, index) => {
    const found = annex.extractions[extraction];
    const held = found === true || found === digestOf('cux/content', content[field] ?? '');
    return held
      ? good('draft.stored', `the site’s own store holds ${field} exactly as it was given`)
      : bad(
          'draft.stored',
          `the site’s own store holds another ${field} than was given`,
          placeOf([phase, 'stored', index]),
        );
  });
}
