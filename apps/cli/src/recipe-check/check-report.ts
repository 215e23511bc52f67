import type { FileProblem } from '@cux/content-ops';
import type { SketchedField, WriteSketch } from '@cux/provider-sdk';
import { isReadable, neededRule } from './needed-rule.ts';
import type { SeenWrite } from './watched-writes.ts';

/** One thing that a recipe has to hold, and whether it does. */
export interface CheckLine {
  /** Stable, for example `draft.held`. */
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
  /** Where in the recipe the reason stands; null when it is about the site. */
  readonly place: { readonly line: number; readonly column: number } | null;
}

export interface RecipeReport {
  readonly ok: boolean;
  readonly checks: readonly CheckLine[];
  readonly writes: readonly (SeenWrite & { readonly needed: Readonly<Record<string, unknown>> | null })[];
}

export function reportOf(checks: readonly CheckLine[], writes: readonly SeenWrite[]): RecipeReport {
  return {
    ok: checks.every(({ ok }) => ok),
    checks,
    writes: writes.map((write) => ({ ...write, needed: isUnruled(write) ? neededRule(write) : null })),
  };
}

export function problemLine({ rule, message, line, column }: FileProblem): CheckLine {
  return { check: rule, ok: false, message, place: { line, column } };
}

/** Neither let pass nor waiting for an approval, and of a kind that a rule could be written for. */
function isUnruled({ passedBy, permittedBy, sketch }: SeenWrite): boolean {
  return passedBy === null && permittedBy === null && isReadable(sketch);
}

/** The report for a person, line by line. */
export function linesOf(file: string, { ok, checks, writes }: RecipeReport): string[] {
  const verdicts = checks.map(({ check, ok: holds, message, place }) => {
    const where = place === null ? '' : `${file}:${place.line}:${place.column} `;
    return `${holds ? 'ok' : 'NO'}  ${check}: ${where}${message}`;
  });
  const seen = writes.flatMap((write) => writeLines(ok ? { ...write, needed: null } : write));
  return [
    ...verdicts,
    '',
    'Writes that the site tried:',
    ...(seen.length === 0 ? ['  none'] : seen),
    '',
    ok ? 'The recipe holds.' : 'The recipe does not hold yet; see the lines that begin with NO.',
  ];
}

function writeLines(write: RecipeReport['writes'][number]): string[] {
  const { sketch, during, count, needed } = write;
  const times = count === 1 ? '' : `, ${count} times`;
  const heading = `  ${sketch.method}${sketch.override === null ? '' : ` (as ${sketch.override})`} ${sketch.origin}${sketch.path}${queryOf(sketch)} · ${during}${times}`;
  const shape = `    ${sketch.bodyKind}: ${sketch.fields.map(fieldText).join(', ') || 'nothing in it'}`;
  const rule = needed === null ? [] : [`    a rule for it: ${JSON.stringify(needed)}`];
  return [heading, shape, `    ${verdictOf(write)}`, ...rule];
}

function queryOf({ query }: WriteSketch): string {
  return query.length === 0 ? '' : `?${query.map(fieldText).join('&')}`;
}

function fieldText({ name, kind, holds, word }: SketchedField): string {
  return `${name}=${holds ?? word ?? kind}`;
}

function verdictOf({ passedBy, permittedBy, blockedBy, sketch }: SeenWrite): string {
  if (passedBy !== null) return `passed as a draft, by the rule ${passedBy}`;
  if (permittedBy !== null)
    return `blocked; once a person has approved, the permit rule ${permittedBy} lets it pass one time`;
  const none = isReadable(sketch)
    ? 'needs no rule unless the draft does not hold without it'
    : 'no rule can look into such a body';
  return `blocked (${blockedBy}); ${none}`;
}
