import { type Budget, costs, coveredBy } from './budget.ts';
import { decodeBase64Runs, decodeHexRuns, decodePlus, decodeQuotedPrintable, decodeSigns } from './decode.ts';
import { decodeBase32Runs, decodeCodes } from './decode-codes.ts';
import { closeGaps, foldLookalikes, joinLines, joinPairs, joinRows } from './fold.ts';
import { kind, type Survey } from './survey.ts';
import type { View } from './view.ts';

/** A way to read a text. */
export interface Reading {
  /** Whether the text holds what this reading changes. */
  readonly when: (survey: Survey) => boolean;
  /** What looking for it costs, in the unit of the budget, for each code unit it looks at. */
  readonly cost: number;
  /** The stretches of the text that it looks at; all of it when there are none. */
  readonly places?: (survey: Survey) => readonly number[];
  readonly read: (view: View, budget: Budget, survey: Survey) => View | null | readonly View[];
  /** The same letters, written in another way: what comes out may be encoded as often as what went in. */
  readonly folds?: boolean;
  /** The text was guessed rather than decoded: only values that look random count in it. */
  readonly guess?: boolean;
  /** What comes out holds only what it was decoded from. */
  readonly decodes?: 'base64';
}

const has =
  (bits: number) =>
  ({ kinds }: Survey): boolean =>
    (kinds & bits) !== 0;

const hasAll =
  (bits: number) =>
  ({ kinds }: Survey): boolean =>
    (kinds & bits) === bits;

const { foldable, search, run } = costs;

/** Eight characters as numbers: fewer hold no secret. */
const leastDigits = 16;

export const readings: readonly Reading[] = [
  { when: has(kind.notAscii), cost: foldable, read: foldLookalikes, folds: true },
  { when: has(kind.percent | kind.escape | kind.entity), cost: 2 * search, read: decodeSigns },
  { when: hasAll(kind.plus | kind.equals), cost: search, read: decodePlus },
  { when: has(kind.equals), cost: search, read: decodeQuotedPrintable },
  { when: has(kind.quote), cost: 0.3, read: joinLines, guess: true },
  {
    when: ({ kinds }) => (kinds & (kind.line | kind.quote)) === kind.line,
    cost: 0.2,
    read: joinLines,
    guess: true,
  },
  { when: has(kind.line), cost: 2 * search, read: joinRows, guess: true },
  { when: ({ longestGaps }) => longestGaps >= 8, cost: 1, read: closeGaps, guess: true },
  { when: hasAll(kind.quote), cost: 0.15, read: joinPairs },
  {
    when: ({ runs }) => runs.length > 0,
    cost: run,
    places: ({ runs }) => runs,
    read: decodeBase64Runs,
    decodes: 'base64',
  },
  {
    when: ({ hexadecimals }) => hexadecimals.length > 0,
    cost: run,
    places: ({ hexadecimals }) => hexadecimals,
    read: decodeHexRuns,
  },
  {
    when: ({ runs }) => runs.length > 0,
    cost: run / 4,
    places: ({ runs }) => runs,
    read: decodeBase32Runs,
  },
  { when: ({ digits }) => digits >= leastDigits, cost: search, read: decodeCodes },
];

/** The work of looking for what a reading changes, in the unit of the budget. */
export function costOf({ cost, places }: Reading, survey: Survey, length: number): number {
  if (places === undefined) return cost * length;
  const stretches = places(survey);
  return cost * coveredBy(stretches) + costs.look * (stretches.length >> 1);
}
