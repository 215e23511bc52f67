import { screenJson } from '../../../src/leak/screen-json.ts';
import { screenText } from '../../../src/leak/screen-text.ts';
import { type Evasion, type EvasionClass, evasions } from './evasions.ts';
import { type Sample, type SecretFamily, secretFamilies } from './kind.ts';

/** How many there were, and how many were caught. */
export interface Count {
  readonly all: number;
  readonly caught: number;
}

/** One sample, hidden in one way, and whether it was caught. */
export interface Trial {
  readonly sample: Sample;
  readonly evasion: Evasion;
  readonly caught: boolean;
}

export function isCaught(hidden: string | object): boolean {
  const findings = typeof hidden === 'string' ? screenText(hidden) : screenJson(hidden, [], new Set());
  return findings.length > 0;
}

/**
 * Every sample, hidden in every way, or in each so many-th of them.
 *
 * @param turns 1 (the default) for all of them
 */
export function trialsOf(samples: readonly Sample[], turns = 1): readonly Trial[] {
  return hidings(samples, turns).map(([sample, evasion]) => ({
    sample,
    evasion,
    caught: isCaught(evasion.hide(sample.text)),
  }));
}

/**
 * Every sample with the ways to hide it; in turns only each so many-th of them, so that every kind and every way is there.
 *
 * @param turns 1 for all of them
 */
export function hidings(
  samples: readonly Sample[],
  turns: number,
): readonly (readonly [sample: Sample, evasion: Evasion])[] {
  return samples.flatMap((sample, index) =>
    evasions
      .filter((_, way) => (index + way) % turns === 0)
      .map((evasion): readonly [Sample, Evasion] => [sample, evasion]),
  );
}

export function countOf(trials: readonly Trial[]): Count {
  return { all: trials.length, caught: trials.filter(({ caught }) => caught).length };
}

export const shareOf = ({ all, caught }: Count): number => (all === 0 ? 1 : caught / all);

export function ofClass(trials: readonly Trial[], name: EvasionClass): readonly Trial[] {
  return trials.filter(({ evasion }) => evasion.class === name);
}

const percent = (trials: readonly Trial[]): string => `${(shareOf(countOf(trials)) * 100).toFixed(1)} %`;

const classes: readonly EvasionClass[] = ['plain', 'once', 'hard'];

/** Recall of each family by class of evasion, and of each evasion, as two Markdown tables. */
export function recallTables(trials: readonly Trial[]): string {
  const families = secretFamilies.map((family: SecretFamily) => {
    const rows = trials.filter(({ sample }) => sample.kind.family === family);
    const names = new Set(rows.map(({ sample }) => sample.kind.name));
    return [family, String(names.size), ...classes.map((name) => percent(ofClass(rows, name)))];
  });
  const total = ['all', String(new Set(trials.map(({ sample }) => sample.kind)).size)];
  total.push(...classes.map((name) => percent(ofClass(trials, name))));
  const ways = evasions.map((evasion) => [
    evasion.name,
    evasion.class,
    percent(trials.filter((trial) => trial.evasion === evasion)),
  ]);
  return [
    table(['family', 'kinds', 'plain', 'encoded once', 'harder'], [...families, total]),
    table(['evasion', 'class', 'caught'], ways),
  ].join('\n\n');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
