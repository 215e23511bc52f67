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

/** The table as Markdown, and below it what was broken. */
export function tableOf(rows: readonly Row[]): string {
  const broken = rows.flatMap(({ name, result }) => result.violations.map((what) => `${name}: ${what}`));
  return [
    '| proof | runs | faults injected | violations | seconds |',
    '|---|---|---|---|---|',
    ...rows.map(rowOf),
    ...(broken.length > 0 ? ['', ...broken] : []),
  ].join('\n');
}

function faultsOf({ faults }: ProofResult): string {
  const kinds = Object.entries(faults).sort(([left], [right]) => (left < right ? -1 : 1));
  return kinds.length === 0 ? '–' : kinds.map(([kind, count]) => `${kind} ${count}`).join(', ');
}
