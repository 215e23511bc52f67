import type { Budget } from './budget.ts';
import { mapUnits, replaceView, type View } from './view.ts';

/** Letters of other scripts that look like Latin ones (a subset of Unicode's confusables, the ones in use). */
const lookalikes: ReadonlyMap<string, string> = new Map(
  [
    ['аеорсухіјѕһԁԛԝкмтвнь', 'aeopcyxijshdqwkmtbhb'],
    ['АВЕКМНОРСТУХІЈЅԌ', 'ABEKMHOPCTYXIJSG'],
    ['αβγεηικνορτυχωϲϳ', 'abyenikvoptuxwcj'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['ıɑɡɩʏᴄᴏᴜᴠᴡᴢꜱ', 'iagiycouvwzs'],
    ['‐‑‒–—―−﹣－', '---------'],
    ['﹦＝﹕：∶꞉', '==::::'],
  ].flatMap(([from = '', to = '']) => {
    const targets = [...to];
    return [...from].map((letter, index) => [letter, targets[index] ?? letter] as const);
  }),
);

/** Characters that show nothing: format characters, variation selectors, fillers and combining joiners. */
const invisible = /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u17b4\u17b5\u3164\uffa0]|\u034f/u;

/** Scripts in which no letter is taken for a Latin one: Chinese, Japanese and Korean. */
const neverLatin = /^[\u3040-\ud7ff\uf900-\ufaff]$/;

type Fold = (character: string) => string;

/** What a character becomes, each worked out once: there are as many entries as there are characters in use. */
function remembered(change: Fold): Fold {
  const known = new Map<string, string>();
  return (character) => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const after = neverLatin.test(character) ? character : change(character);
    known.set(character, after);
    return after;
  };
}

const widthOf = remembered((character) => (invisible.test(character) ? '' : character.normalize('NFKC')));

const latinOf = remembered(
  (character) => lookalikes.get(character) ?? character.normalize('NFKD').replace(/\p{M}/gu, ''),
);

/** Without what shows nothing, each remaining character in its compatibility form (full-width, ligatures). */
export function foldWidth(view: View): View | null {
  return foldEach(view, widthOf);
}

/** Lookalike letters in Latin; marks that sit on a letter are dropped. */
export function foldLookalikes(view: View): View | null {
  return foldEach(view, latinOf);
}

function foldEach(view: View, fold: Fold): View | null {
  if (view.origin !== null) return replaceView(view, /[^\p{ASCII}]/gu, ([character]) => fold(character));
  const { text } = view;
  let folded = '';
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) < 0x80) continue;
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    const after = fold(character);
    if (after !== character) {
      folded += text.slice(from, index) + after;
      from = index + character.length;
    }
    index += character.length - 1;
  }
  return from === 0 ? null : { text: folded + text.slice(from), origin: null };
}

/** One gap after every character, closed up: `s k _ l i v e`, `s.k._.l.i.v.e`. */
export function closeGaps(view: View, budget: Budget): View | null {
  return replaceView(
    view,
    /[\s\S]([ .\-|_*,/])(?:[\s\S]\1){10,4000}[\s\S]?/g,
    ([spaced]) => spaced.replace(/([\s\S])[\s\S]/g, '$1'),
    budget,
  );
}

/** Breaks of long lines, and the seams of texts that code joins, closed up. */
export function joinLines(view: View, budget: Budget): View | null {
  return replaceView(
    view,
    /(?<=[^\n]{16})\\?\r?\n[ \t]{0,8}(?=\S)|["'`]\s{0,3}[+.]\s{0,3}["'`]/g,
    () => '',
    budget,
  );
}

/** Every letter thirteen places on in the alphabet. */
export function rotatedView({ text, origin }: View): View {
  return { text: mapUnits(text, (index) => rotated(text.charCodeAt(index))), origin };
}

function rotated(unit: number): number {
  const small = unit | 0x20;
  if (small < 0x61 || small > 0x7a || unit > 0x7f) return unit;
  return small < 0x6e ? unit + 13 : unit - 13;
}

/**
 * Names and values that stand apart, brought together: `{"name":"sid","value":"…"}`, `<meta content="…"
 * name="csrf-token">`.
 */
export function joinPairs(view: View, budget: Budget): View | null {
  return replaceView(
    view,
    pairs,
    ({ groups }) => {
      const { name = groups?.later ?? '', value = groups?.earlier ?? '' } = groups ?? {};
      return `${name}="${value}"`;
    },
    budget,
  );
}

const quoted = (group: string, most: number): string =>
  `["']?\\s{0,3}[:=]\\s{0,3}["'](?<${group}>[^"']{1,${most}})["']`;
const nameKey = `\\b(?:name|key|header|field)`;
const valueKey = `\\b(?:value|content)`;

const pairs = new RegExp(
  `${nameKey}${quoted('name', 80)}[\\s,]{1,4}["']?${valueKey}${quoted('value', 4_000)}|${valueKey}${quoted('earlier', 4_000)}[\\s,]{1,4}["']?${nameKey}${quoted('later', 80)}`,
  'gi',
);
