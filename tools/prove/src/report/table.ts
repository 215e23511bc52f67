import type { ProofResult } from '../proofs/proof.ts';

/** A row of the printed table. */
export interface Row {
  readonly name: string;
  readonly result: ProofResult;
  /** Wall time. */
  readonly seconds: number;
}

/** One row of the table. */
export function rowOf({ name, result, seconds }: Row): string {
  const cells = [
    name,
    result.notRun === undefined ? result.runs : `not run: ${result.notRun}`,
    faultsOf(result),
    String(result.violations.length),
    seconds.toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The table as Markdown. */
export function tableOf(rows: readonly Row[]): string {
  return [
    '| proof | runs | faults injected | violations | seconds |',
    '|---|---|---|---|---|',
    ...rows.map(rowOf),
  ].join('\n');
}

/** As a test run ends: a line that starts with `failed: ` for each proof that found something, then the sum of the proofs. */
export function closingOf(rows: readonly Row[]): string {
  const failed = rows.filter(({ result }) => result.violations.length > 0);
  const notRun = rows.filter(({ result }) => result.notRun !== undefined && result.violations.length === 0);
  const passed = rows.length - failed.length - notRun.length;
  const skipped = notRun.length > 0 ? `, ${notRun.length} skipped` : '';
  return [
    ...failed.map(({ name, result: { violations } }) => `failed: ${name}: ${shown(violations)}`),
    `${passed} passed, ${failed.length} failed${skipped}`,
  ].join('\n');
}

/** Violations of one proof that stand in its line. */
const shownViolations = 3;

function shown(violations: readonly string[]): string {
  const more = violations.length - shownViolations;
  const first = violations.slice(0, shownViolations).map((each) => each.split('\n')[0]);
  return [...first, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function faultsOf({ faults }: ProofResult): string {
  const kinds = Object.entries(faults).sort(([left], [right]) => (left < right ? -1 : 1));
  return kinds.length === 0 ? '–' : kinds.map(([kind, count]) => `${kind} ${count}`).join(', ');
}
