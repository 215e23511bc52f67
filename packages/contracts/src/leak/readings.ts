import type { Budget } from './budget.ts';
import {
  decodeBase64Runs,
  decodeEscapes,
  decodeHexRuns,
  decodePercent,
  decodePlus,
  decodeQuotedPrintable,
} from './decode.ts';
import { closeGaps, foldLookalikes, foldWidth, joinLines, joinPairs } from './fold.ts';
import { kind, type Survey } from './survey.ts';
import type { View } from './view.ts';

/** A way to read a text. */
interface Reading {
  /** Whether the text holds what this reading changes. */
  readonly when: (survey: Survey) => boolean;
  readonly read: (view: View, budget: Budget) => View | null | readonly View[];
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

export const readings: readonly Reading[] = [
  { when: has(kind.notAscii), read: foldWidth },
  { when: has(kind.notAscii), read: foldLookalikes },
  { when: has(kind.percent), read: decodePercent },
  { when: has(kind.escape | kind.entity), read: decodeEscapes },
  { when: hasAll(kind.plus | kind.equals), read: decodePlus },
  { when: ({ kinds }) => (kinds & kind.equals) !== 0, read: decodeQuotedPrintable },
  { when: has(kind.line | kind.quote), read: joinLines, guess: true },
  { when: ({ longestGaps }) => longestGaps >= 8, read: closeGaps, guess: true },
  { when: hasAll(kind.quote), read: joinPairs },
  { when: ({ longestRun }) => longestRun >= 16, read: decodeBase64Runs, decodes: 'base64' },
  { when: ({ longestHexadecimal }) => longestHexadecimal >= 16, read: decodeHexRuns },
];
