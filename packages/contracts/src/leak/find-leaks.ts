import { AnchorIndex } from './anchors.ts';
import { Budget, costs, coveredBy } from './budget.ts';
import type { AnchoredDetector, LeakRule, SearchedDetector } from './detector.ts';
import { anchoredDetectors, searchedDetectors } from './detectors/all.ts';
import { decodedAccount } from './detectors/keys.ts';
import { foldWidth, rotatedView } from './fold.ts';
import { matchesOf } from './matches.ts';
import { saysNothingHidden } from './plain-words.ts';
import { costOf, readings } from './readings.ts';
import { rotated, signsOf, turned } from './signs.ts';
import { kind, type Survey, surveyOf } from './survey.ts';
import { textOfUnits, unitsOf } from './units.ts';
import { originalView, reversedView, type Span, spanInOriginal, type View } from './view.ts';

/** A secret, by its kind and the stretch of the text that holds it. */
export interface Leak extends Span {
  readonly rule: LeakRule;
}

/** Decodings inside one another: percent in base64 in JSON is three. */
const maximumDepth = 3;
/** Letters before an anchor that decide what it means. */
const lookBehind = 104;

/** What an anchor stands for: a detector, or a sign that the whole text is to be read in another way. */
type Meaning = AnchoredDetector | 'backwards' | 'perhaps backwards' | 'rotated';

/** Characters of a text in which a short sign is enough to read it backwards; in a long one some stand by chance. */
const shortText = 2_000;

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
  const words = new Set<string>();
  const shortWords = new Set<string>();
  for (const detector of anchoredDetectors()) {
    for (const anchor of detector.anchors) {
      anchors.add(anchor, detector);
      if (anchor.length >= 4) words.add(anchor);
      else if (/[^a-z]/.test(anchor)) shortWords.add(anchor);
    }
  }
  for (const sign of signsOf(words, turned)) anchors.add(sign, 'backwards');
  for (const sign of signsOf(shortWords, turned)) anchors.add(sign, 'perhaps backwards');
  for (const sign of signsOf(words, rotated)) anchors.add(sign, 'rotated');
  return anchors;
}

/**
 * The rules that a text breaks, each once: decode, normalise, match, with bounded depth and bounded patterns.
 * Total; time is linear in the text's length.
 *
 * @param strict the text was put together: only values that look random count
 * @param budget shared by the texts of one record
 */
export function brokenRules(text: string, strict = false, budget = new Budget()): readonly LeakRule[] {
  if (text.length < 4 || saysNothingHidden(text)) return [];
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
  /** Texts that were made out of the text, and read. */
  readonly #seen = new Set<string>();
  #original = '';
  #backwards = false;
  #rotated = false;

  /** @param traced whether the places matter; without, a rule that was broken once is not looked for again */
  constructor(traced: boolean, budget: Budget) {
    this.#traced = traced;
    this.#budget = budget;
  }

  run(text: string, strict: boolean): void {
    this.#budget.grant(text.length);
    this.#original = text;
    const original = originalView(text, this.#traced);
    // Shown from right to left, whatever it holds: here the sender turned it around.
    if (text.includes('\u202e')) this.#backwards = this.#paysTurn();
    this.#read(original, maximumDepth, strict);
    if (this.#backwards && !this.#budget.isSpent) this.#readOnce(reversedView(original), 1, false);
    if (this.#rotated && !this.#budget.isSpent) this.#readOnce(rotatedView(original), 1, true);
  }

  #readOnce(view: View, depth: number, strict: boolean): void {
    if (this.#wasRead(view.text)) return;
    this.#seen.add(view.text);
    this.#read(view, depth, strict);
  }

  #wasRead(text: string): boolean {
    return text === this.#original || this.#seen.has(text);
  }

  /** Reads a text that was made out of the text, once, and if the budget allows. */
  #readNext(view: View, depth: number, strict: boolean): void {
    if (!this.#wasRead(view.text) && this.#budget.pays(costs.view * view.text.length)) {
      this.#readOnce(view, depth, strict);
    }
  }

  #read(view: View, depth: number, strict: boolean): void {
    const survey = surveyOf(view.text);
    if ((survey.kinds & kind.notAscii) !== 0) {
      const folded = this.#foldWidth(view);
      // It says all that the text says, so the text itself is not read.
      if (folded !== null) this.#readOnce(folded, depth, strict);
      if (folded !== null || !this.#budget.pays(costs.wide * view.text.length)) return;
    }
    this.#match(view, survey, strict);
    if (depth === 0) return;
    for (const reading of readings) {
      if (!reading.when(survey)) continue;
      if (!this.#budget.pays(costOf(reading, survey, view.text.length))) return;
      for (const next of viewsOf(reading.read(view, this.#budget, survey))) {
        if (reading.decodes === 'base64' && decodedAccount(next.text)) {
          this.#report('leak.authorization', spanInOriginal(next, 0, next.text.length));
        }
        this.#readNext(next, reading.folds === true ? depth : depth - 1, strict || reading.guess === true);
      }
    }
  }

  #foldWidth(view: View): View | null {
    return this.#budget.pays(costs.foldable * view.text.length) ? foldWidth(view, this.#budget) : null;
  }

  #match(view: View, survey: Survey, strict: boolean): void {
    const lower = lowerCase(view.text);
    const words = new WordEnds(view.text);
    anchorIndex().visit(
      lower,
      (meaning, start, end) => {
        if (!this.#budget.pays(costs.anchor)) return true;
        if (meaning === 'backwards') this.#backwards ||= this.#paysTurn();
        else if (meaning === 'perhaps backwards') {
          if (this.#original.length <= shortText) this.#backwards ||= this.#paysTurn();
        } else if (meaning === 'rotated') this.#rotated ||= this.#paysTurn();
        else if (meaning.needs === undefined || (survey.kinds & meaning.needs) !== 0) {
          this.#matchAnchored(view, words, meaning, start, end, strict);
        }
        return this.#budget.isSpent;
      },
      (times) => !this.#budget.pays(costs.compare * times),
    );
    for (const detector of searches()) {
      if (this.#budget.isSpent) return;
      if (detector.when(survey, lower)) this.#search(view, survey, detector, strict);
    }
  }

  /** The whole text is to be read in another way: paid at the first sign, so that no more of them are looked for in vain. */
  #paysTurn(): boolean {
    return this.#budget.pays(costs.turn * this.#original.length);
  }

  #matchAnchored(
    view: View,
    words: WordEnds,
    detector: AnchoredDetector,
    start: number,
    end: number,
    strict: boolean,
  ): void {
    const { rule, wordStart, preceded, tail, confirms } = detector;
    const { text } = view;
    if (!this.#traced && this.rules.has(rule)) return;
    if (wordStart === true && start > 0 && isAlphanumeric(text.charCodeAt(start - 1))) return;
    if (!this.#budget.pays(costs.look + reachOf(detector, words, end))) return;
    tail.lastIndex = end;
    const match = tail.exec(text);
    if (match === null || !this.#budget.pays(costs.closeLook + costs.reach * match[0].length)) return;
    const behind = Math.max(0, start - lookBehind);
    const before = preceded?.exec(text.slice(behind, start));
    if (before === null) return;
    const told = before?.groups?.value === undefined ? match : before;
    if (confirms !== undefined && !confirms(told, strict)) return;
    const [from, to] = told === match ? valueRange(match, start) : shifted(valueRange(told, 0), behind);
    this.#report(rule, spanInOriginal(view, from, to));
  }

  #search(view: View, survey: Survey, detector: SearchedDetector, strict: boolean): void {
    const { text } = view;
    if (!this.#traced && this.rules.has(detector.rule)) return;
    const { inRuns = false, cost = costs.search } = detector;
    if (!this.#budget.pays(cost * (inRuns ? coveredBy(survey.runs) : text.length))) return;
    if (!inRuns) this.#searchPart(view, 0, text.length, detector, strict);
    for (let place = 0; inRuns && place < survey.runs.length; place += 2) {
      this.#searchPart(view, survey.runs[place] ?? 0, survey.runs[place + 1] ?? 0, detector, strict);
    }
  }

  #searchPart(view: View, start: number, end: number, detector: SearchedDetector, strict: boolean): void {
    const { rule, pattern, confirms } = detector;
    for (const match of matchesOf(pattern, view.text.slice(start, end))) {
      if (!this.#budget.pays(costs.closeLook)) return;
      if (confirms !== undefined && !confirms(match, strict)) continue;
      const [from, to] = valueRange(match, match.index);
      this.#report(rule, spanInOriginal(view, start + from, start + to));
      if (!this.#traced) return;
    }
  }

  #report(rule: LeakRule, span: Span): void {
    this.rules.add(rule);
    if (this.#traced) this.leaks.push({ rule, ...span });
  }
}

const viewsOf = (result: View | null | readonly View[]): readonly View[] =>
  result === null ? [] : Array.isArray(result) ? (result as readonly View[]) : [result as View];

/** What it costs that a pattern may read much before it finds out that it does not match. */
function reachOf({ tail }: AnchoredDetector, words: WordEnds, end: number): number {
  let reach = reaches.get(tail);
  if (reach === undefined) {
    reach = reachIn(tail.source);
    reaches.set(tail, reach);
  }
  const { always, inWord } = reach;
  return inWord === 0 ? always : always + costs.reach * Math.min(words.after(end) - end, inWord);
}

interface Reach {
  /** What it costs wherever it is. */
  readonly always: number;
  /** How many characters it may read of a word. */
  readonly inWord: number;
}

const reaches = new WeakMap<RegExp, Reach>();

/**
 * By the bounds that a pattern names. Long ones of what holds spaces may be used up anywhere; other long ones end with the
 * word, and short ones are seldom used up.
 */
function reachIn(source: string): Reach {
  let always = 0;
  let inWord = 0;
  for (const [, set = '', bound] of source.matchAll(/(\[(?:[^\]\\]|\\.)*\]|\\?.)\{\d*,(\d+)\}/g)) {
    const most = Number(bound);
    if (most < 100) always += costs.nearReach * most;
    else if (holdsSpaces(set)) always += costs.reach * Math.min(most, 500);
    else inWord = Math.max(inWord, most);
  }
  return { always, inWord };
}

function holdsSpaces(set: string): boolean {
  const namesSpaces = /\\s|\\n.* | /.test(set);
  return set.startsWith('[^') ? !namesSpaces : namesSpaces;
}

/** Where the words of a text end; asked from left to right. */
class WordEnds {
  readonly #text: string;
  #from = 0;
  #end = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the first word that begins at this place or after it. */
  after(place: number): number {
    if (place < this.#from || place >= this.#end) {
      this.#from = place;
      this.#end = place;
      while (this.#isSpace(this.#end)) this.#end += 1;
      while (this.#end < this.#text.length && !this.#isSpace(this.#end)) this.#end += 1;
    }
    return this.#end;
  }

  #isSpace(place: number): boolean {
    const code = this.#text.charCodeAt(place);
    return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
  }
}

function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** In lower case, with every letter at its place: the one letter that would become two is replaced. */
function lowerCase(text: string): string {
  if (!text.includes('\u0130')) return text.toLowerCase();
  const units = unitsOf(text);
  for (let index = 0; index < units.length; index += 1) if (units[index] === 0x130) units[index] = 0x49;
  return textOfUnits(units).toLowerCase();
}

const shifted = ([from, to]: readonly [number, number], by: number): readonly [number, number] => [
  from + by,
  to + by,
];

/**
 * The stretch of a match to replace: its value where the pattern names one, so that the name stays readable; with its
 * group `rest`, which the pattern looked ahead at.
 */
function valueRange(match: RegExpExecArray, start: number): readonly [number, number] {
  const value = match.groups?.value;
  const end = match.index + match[0].length + (match.groups?.rest?.length ?? 0);
  if (value === undefined) return [start, end];
  const from = match.index + match[0].lastIndexOf(value);
  return [from, from + value.length];
}
