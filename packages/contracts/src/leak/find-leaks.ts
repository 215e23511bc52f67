import { decodeEscapes, decodePercent, decodeRuns } from './decode.ts';
import type { Detector, LeakRule } from './detector.ts';
import { keyDetectors } from './detectors/keys.ts';
import { namedDetectors } from './detectors/named.ts';
import { numberDetectors } from './detectors/numbers.ts';
import { rawEvidenceDetectors } from './detectors/raw-evidence.ts';
import { tokenDetectors } from './detectors/tokens.ts';
import { webDetectors } from './detectors/web.ts';
import { closeGaps, foldLookalikes, foldWidth, joinLines } from './fold.ts';
import { matchesOf } from './matches.ts';
import { originalView, type Span, spanInOriginal, type View } from './view.ts';

/** A secret, by its kind and the stretch of the text that holds it. */
export interface Leak extends Span {
  readonly rule: LeakRule;
}

const detectors: readonly Detector[] = [
  ...tokenDetectors,
  ...keyDetectors,
  ...webDetectors,
  ...namedDetectors,
  ...rawEvidenceDetectors,
  ...numberDetectors,
];

const strongDetectors = detectors.filter(({ strong }) => strong === true);

/** Decodings inside one another: percent in base64 in JSON is three. */
const maximumDepth = 3;
/** Views of one text; what is hidden deeper is beyond what a screen can promise. */
const maximumViews = 48;
const maximumMatches = 64;

/**
 * Short words of letters with single separators: enums, keys and most labels. Every detector needs a digit, a sign
 * or a longer run, and so does every decoding.
 */
const plainWords = /^(?:[A-Za-z]{1,15}(?:[ _.-]|$)){0,40}$/;

/** Ways to read a view that keep its length in the order of what it was. */
const rereadings: readonly ((view: View) => View | null)[] = [
  foldWidth,
  foldLookalikes,
  decodePercent,
  decodeEscapes,
  joinLines,
  closeGaps,
];

/**
 * Everything in a text that looks like a secret or raw evidence: decode, normalise, match, with bounded depth
 * and bounded patterns. Total; time is linear in the text's length.
 */
export function findLeaks(text: string): readonly Leak[] {
  if (plainWords.test(text)) return [];
  const leaks: Leak[] = [];
  const original = originalView(text);
  const seen = new Set([text]);
  let level: readonly View[] = [original];
  match(original, detectors, leaks);
  for (let depth = 0; depth < maximumDepth && level.length > 0; depth += 1) {
    const next: View[] = [];
    for (const view of level) {
      for (const reading of readings(view)) {
        if (seen.has(reading.text) || seen.size >= maximumViews) continue;
        seen.add(reading.text);
        match(reading, detectors, leaks);
        next.push(reading);
      }
    }
    level = next;
  }
  match(reversed(original), strongDetectors, leaks);
  return leaks;
}

function readings(view: View): readonly View[] {
  const reread = rereadings.map((reading) => reading(view)).filter((reading) => reading !== null);
  return [...reread, ...decodeRuns(view)];
}

function reversed(view: View): View {
  const { length } = view.text;
  return {
    text: view.text.split('').reverse().join(''),
    origin: (index) => view.origin(length - 1 - index),
  };
}

function match(view: View, candidates: readonly Detector[], leaks: Leak[]): void {
  for (const { rule, pattern, confirms } of candidates) {
    let matches = 0;
    for (const found of matchesOf(pattern, view.text)) {
      matches += 1;
      if (matches > maximumMatches) break;
      if (confirms !== undefined && !confirms(found)) continue;
      leaks.push({ rule, ...spanInOriginal(view, ...valueRange(found)) });
    }
  }
}

/** The stretch of a match to replace: its value where the pattern names one, so that the name stays readable. */
function valueRange(found: RegExpExecArray): readonly [number, number] {
  const value = found.groups?.value;
  const end = found.index + found[0].length;
  if (value === undefined) return [found.index, end];
  const start = found.index + found[0].lastIndexOf(value);
  return [start, start + value.length];
}
