import { tables } from './index.ts';

/** Where each rule was found broken, over all refusing rows of some tables. */
export function placesOfRules(
  names: readonly string[] = Object.keys(tables),
): Readonly<Record<string, readonly string[]>> {
  const places = new Map<string, Set<string>>();
  for (const row of names.flatMap((name) => tables[name] ?? [])) {
    for (const { rule, path } of row.judge().findings) {
      places.set(rule, (places.get(rule) ?? new Set()).add(path));
    }
  }
  return Object.fromEntries(
    [...places]
      .map(([rule, paths]): [string, string[]] => [rule, [...paths].sort()])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/** The families whose rules look at what stands: the ones that are mutated. */
export const standingTables = [
  'judge',
  'authority',
  'identity',
  'issued',
  'attempt',
  'replay',
  'gate',
  'facts',
  'annex',
  'request',
  'action',
  'sparing',
];
