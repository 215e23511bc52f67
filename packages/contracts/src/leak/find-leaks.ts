import { AnchorIndex } from './anchors.ts';
import { Budget } from './budget.ts';
import type { AnchoredDetector, LeakRule, SearchedDetector } from './detector.ts';
import { anchoredDetectors, searchedDetectors } from './detectors/all.ts';
import { decodedAccount } from './detectors/keys.ts';
import { rotatedView } from './fold.ts';
import { matchesOf } from './matches.ts';
import { readings } from './readings.ts';
import { type Survey, surveyOf } from './survey.ts';
import { originalView, reversedView, type Span, spanInOriginal, type View } from './view.ts';

/** A secret, by its kind and the stretch of the text that holds it. */
export interface Leak extends Span {
  readonly rule: LeakRule;
}

/** Decodings inside one another: percent in base64 in JSON is three. */
const maximumDepth = 3;
/** Letters before an anchor that decide what it means. */
const lookBehind = 104;

/**
 * Short words of letters with single separators: enums, keys and most labels. Every detector needs a digit, a sign
 * or a longer run, and so does every decoding.
 */
const plainWords = /^(?:[A-Za-z]{1,15}(?:[ _.-]|$)){0,40}$/;

/** What an anchor stands for: a detector, or a sign that the whole text is to be read in another way. */
type Meaning = AnchoredDetector | 'backwards' | 'rotated';

let anchors: AnchorIndex<Meaning> | undefined;
let searched: readonly SearchedDetector[] | undefined;

/** Built at the first text, as the index is. */
function searches(): readonly SearchedDetector[] {
  searched ??= searchedDetectors();
  return searched;
}

/** Built at the first text, so that importing the package costs nothing of it. */
function anchorIndex(): AnchorIndex<Meaning> {
  if (anchors !== undefined) return anchors;
  anchors = new AnchorIndex<Meaning>();
  for (const detector of anchoredDetectors()) {
    for (const anchor of detector.anchors) addAnchor(anchors, anchor, detector);
  }
  return anchors;
}

function addAnchor(index: AnchorIndex<Meaning>, anchor: string, detector: AnchoredDetector): void {
  index.add(anchor, detector);
  if (anchor.length < 4) return;
  const backwards = [...anchor].reverse().join('');
  if (backwards !== anchor) index.add(backwards, 'backwards');
  const rotated = rotatedView(originalView(anchor, false)).text;
  if (rotated !== anchor) index.add(rotated, 'rotated');
}

/**
 * The rules that a text breaks, each once: decode, normalise, match, with bounded depth and bounded patterns.
 * Total; time is linear in the text's length.
 *
 * @param strict the text was put together: only values that look random count
 * @param budget shared by the texts of one record
 */
export function brokenRules(text: string, strict = false, budget = new Budget()): readonly LeakRule[] {
  if (text.length < 4 || plainWords.test(text)) return [];
  const search = new LeakSearch(false, budget);
  search.run(text, strict);
  if (budget.isSpent) search.rules.add('leak.too-dense');
  return search.rules.size === 0 ? [] : [...search.rules].sort();
}

/** Everything in a text that looks like a secret or raw evidence, with where it stands. Linear in the text. */
export function findLeaks(text: string): readonly Leak[] {
  if (brokenRules(text).length === 0) return [];
  const budget = new Budget();
  const search = new LeakSearch(true, budget);
  search.run(text, false);
  const whole: Leak = { rule: 'leak.too-dense', start: 0, end: text.length };
  return budget.isSpent ? [whole] : search.leaks;
}

class LeakSearch {
  readonly rules = new Set<LeakRule>();
  readonly leaks: Leak[] = [];
  readonly #traced: boolean;
  readonly #budget: Budget;
  readonly #seen = new Set<string>();
  #backwards = false;
  #rotated = false;

  /** @param traced whether the places matter; without, a rule that was broken once is not looked for again */
  constructor(traced: boolean, budget: Budget) {
    this.#traced = traced;
    this.#budget = budget;
  }

  run(text: string, strict: boolean): void {
    this.#budget.grant(text.length);
    const original = originalView(text, this.#traced);
    this.#read(original, maximumDepth, strict);
    if (this.#backwards && !this.#budget.isSpent) this.#read(reversedView(original), 1, true);
    if (this.#rotated && !this.#budget.isSpent) this.#read(rotatedView(original), 1, true);
  }

  #read(view: View, depth: number, strict: boolean): void {
    if (this.#seen.has(view.text) || this.#budget.isSpent) return;
    if (this.#seen.size > 0) this.#budget.read(view.text.length);
    this.#seen.add(view.text);
    const survey = surveyOf(view.text);
    this.#match(view, survey, strict);
    if (depth === 0) return;
    for (const { when, read, guess, decodes } of readings) {
      if (!when(survey)) continue;
      const result = read(view, this.#budget);
      const views =
        result === null ? [] : Array.isArray(result) ? (result as readonly View[]) : [result as View];
      for (const next of views) {
        if (decodes === 'base64' && decodedAccount(next.text)) {
          this.#report('leak.authorization', spanInOriginal(next, 0, next.text.length));
        }
        this.#read(next, depth - 1, strict || guess === true);
      }
    }
  }

  #match(view: View, survey: Survey, strict: boolean): void {
    const lower = lowerCase(view.text);
    anchorIndex().visit(lower, (meaning, start, end) => {
      if (meaning === 'backwards') this.#backwards = true;
      else if (meaning === 'rotated') this.#rotated = true;
      else this.#matchAnchored(view, meaning, start, end, strict);
      return this.#budget.isSpent;
    });
    for (const detector of searches()) {
      if (this.#budget.isSpent) return;
      if (detector.when(survey, lower)) this.#search(view, detector, strict);
    }
  }

  #matchAnchored(view: View, detector: AnchoredDetector, start: number, end: number, strict: boolean): void {
    const { rule, wordStart, preceded, tail, confirms } = detector;
    const { text } = view;
    if (this.#budget.isSpent || (!this.#traced && this.rules.has(rule))) return;
    if (wordStart === true && start > 0 && isAlphanumeric(text.charCodeAt(start - 1))) return;
    this.#budget.look();
    const behind = Math.max(0, start - lookBehind);
    const before = preceded?.exec(text.slice(behind, start));
    if (before === null) return;
    tail.lastIndex = end;
    const match = tail.exec(text);
    if (match === null) return;
    const told = before?.groups?.value === undefined ? match : before;
    if (confirms !== undefined && !confirms(told, strict)) return;
    const [from, to] = told === match ? valueRange(match, start) : shifted(valueRange(told, 0), behind);
    this.#report(rule, spanInOriginal(view, from, to));
  }

  #search(view: View, { rule, pattern, confirms }: SearchedDetector, strict: boolean): void {
    if (!this.#traced && this.rules.has(rule)) return;
    for (const match of matchesOf(pattern, view.text)) {
      this.#budget.look();
      if (this.#budget.isSpent) return;
      if (confirms !== undefined && !confirms(match, strict)) continue;
      const [from, to] = valueRange(match, match.index);
      this.#report(rule, spanInOriginal(view, from, to));
      if (!this.#traced) return;
    }
  }

  #report(rule: LeakRule, span: Span): void {
    this.rules.add(rule);
    if (this.#traced) this.leaks.push({ rule, ...span });
  }
}

function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** In lower case, with every letter at its place: the one letter that would become two is replaced. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/\u0130/g, 'I').toLowerCase();
}

const shifted = ([from, to]: readonly [number, number], by: number): readonly [number, number] => [
  from + by,
  to + by,
];

/** The stretch of a match to replace: its value where the pattern names one, so that the name stays readable. */
function valueRange(match: RegExpExecArray, start: number): readonly [number, number] {
  const value = match.groups?.value;
  const end = match.index + match[0].length;
  if (value === undefined) return [start, end];
  const from = match.index + match[0].lastIndexOf(value);
  return [from, from + value.length];
}
