import { lazy } from '../lazy.ts';
import type { Budget } from './budget.ts';
import { kind, type Survey } from './survey.ts';
import { UnitFold } from './unit-fold.ts';
import { textOfUnits, unitsOf } from './units.ts';
import { replaceView, type View } from './view.ts';

const lettersFrom = (first: number): string =>
  Array.from({ length: 26 }, (_, index) => String.fromCodePoint(first + index)).join('');

/** Letters of other scripts that look like Latin ones (a subset of Unicode's confusables, the ones in use). */
const lookalikes = lazy(
  (): ReadonlyMap<string, string> =>
    new Map(
      [
        ['аеорсухіјѕһԁԛԝкмтвнь', 'aeopcyxijshdqwkmtbhb'],
        ['АВЕКМНОРСТУХІЈЅԌ', 'ABEKMHOPCTYXIJSG'],
        ['αβγεηικνορτυχωϳ', 'abyenikvoptuxwj'],
        ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
        ['օսհոզյցԱՕՏ', 'ouhnqjgUOS'],
        ['ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ', 'ABCDEHJKLMPRSTVWZ'],
        ['ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ', 'ABCDEFGHIJKLMNOPRSTUVWXYZ'],
        ['ıɑɡɩʏᴄᴏᴜᴠᴡᴢꜱ', 'iagiycouvwzs'],
        ['ᴀʙᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴘʀᴛ', 'abdefghijklmnprt'],
        ['ƅƿɾɐǝɥɯɹʇʌʍʎ', 'bpraehmrtvwy'],
        ['‐‑‒–—―−﹣－', '---------'],
        ['﹦＝﹕：∶꞉', '==::::'],
        ['·•‧∙⋅⠀', '..... '],
        // Letters in negative circles and squares, and those that flags are made of.
        ...[0x1f150, 0x1f170, 0x1f1e6].map((first) => [lettersFrom(first), lettersFrom(0x41)]),
      ].flatMap(([from = '', to = '']) => {
        const targets = [...to];
        return [...from].map((letter, index) => [letter, targets[index] ?? letter] as const);
      }),
    ),
);

/** Characters that show nothing: format characters, variation selectors, fillers and combining joiners. */
const invisible = /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u17b4\u17b5\u3164\uffa0]|\u034f/u;

/** Scripts in which no letter is taken for a Latin one: Chinese, Japanese and Korean. */
const neverLatin = /^[\u3040-\ua4cf\uac00-\ud7ff\uf900-\ufaff]$/;

/** Letters whose compatibility form looks like another letter than they do: the lunate sigma. */
const unlikeTheirForm: Readonly<Record<string, string>> = { ϲ: 'c', Ϲ: 'C' };

const widthOf = (character: string): string => {
  if (invisible.test(character)) return '';
  if (neverLatin.test(character)) return character;
  return unlikeTheirForm[character] ?? character.normalize('NFKC');
};

/** A tag character (U+E0020 … U+E007E) shows nothing and stands for the ASCII character of its number: text for a reader that is none. */
const tag = /^[\u{e0020}-\u{e007e}]$/u;

/** The variation selectors that have no use behind most characters: the byte of an ASCII character, each as its number. */
const selector = /^[\u{e0110}-\u{e016e}]$/u;

const screenedWidthOf = (character: string): string => {
  if (tag.test(character)) return String.fromCodePoint((character.codePointAt(0) ?? 0) - 0xe0000);
  if (selector.test(character)) return String.fromCodePoint((character.codePointAt(0) ?? 0) - 0xe00f0);
  return decimalDigitOf(character) ?? widthOf(character);
};

const decimalDigit = /^\p{Nd}$/u;

/** The digit that a decimal digit of any script stands for (`٣`, `३`, `３`); null for another character. Unicode has those of a script in one row of ten. */
function decimalDigitOf(character: string): string | null {
  if (!decimalDigit.test(character)) return null;
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (decimalDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

const latinOf = (character: string): string =>
  neverLatin.test(character)
    ? character
    : (lookalikes().get(character) ?? character.normalize('NFKD').replace(/\p{M}/gu, ''));

/** A short text as it looks: without what shows nothing, in compatibility forms, lookalikes in Latin, spaces as one. */
export function plainForm(text: string): string {
  const wide = [...text].map(widthOf).join('');
  return [...wide].map(latinOf).join('').replace(/\s+/gu, ' ').trim();
}

let widths: UnitFold | undefined;
let latin: UnitFold | undefined;

/**
 * Without what shows nothing, each remaining character in its compatibility form (full-width, ligatures), and the digits of
 * every script as ours; what is written in tag characters is read.
 */
export function foldWidth(view: View, budget: Budget): View | null {
  widths ??= new UnitFold(screenedWidthOf);
  return foldEach(view, widths, budget);
}

/**
 * Lookalike letters in Latin; marks that sit on a letter are dropped. Of words in another script that have a letter
 * unlike any Latin one, no more is left than that they are there: nothing is hidden in them, and they are many.
 */
export function foldLookalikes(view: View, budget: Budget): View | null {
  latin ??= new UnitFold(latinOf);
  if (view.origin !== null) return foldEach(view, latin, budget);
  const folded = latin.foldRuns(view.text, budget);
  return folded === null ? null : { text: folded, origin: null };
}

function foldEach(view: View, fold: UnitFold, budget: Budget): View | null {
  if (view.origin !== null) return replaceView(view, /[^\p{ASCII}]/gu, ([character]) => fold.of(character));
  const folded = fold.fold(view.text, budget);
  return folded === null ? null : { text: folded, origin: null };
}

/** One gap after every character, closed up: `s k _ l i v e`, `s.k._.l.i.v.e`. */
export function closeGaps(view: View, budget: Budget): View | null {
  return replaceView(
    view,
    /(?<![\p{L}\p{N}])[\s\S]([ .\-|_*,/\n\t])(?:[\s\S]\1){10,4000}[\s\S]?/gu,
    ([spaced]) => spaced.replace(/([\s\S])[\s\S]/g, '$1'),
    budget,
  );
}

const longLineBreak = /\\?\r?\n(?<=[^\n]{16}\\?\r?\n)[ \t]{0,8}(?=\S)(?![-*|#>] )/;
const seamInCode = /["'`]\s{0,3}[+.]\s{0,3}["'`]/;
const breaks = lazy(() => new RegExp(longLineBreak, 'g'));
const seams = lazy(() => new RegExp(seamInCode, 'g'));
const breaksAndSeams = lazy(() => new RegExp(`${longLineBreak.source}|${seamInCode.source}`, 'g'));

/** Breaks of long lines, but not between the items of a list or a tree, and the seams of texts that code joins, closed up. */
export function joinLines(view: View, budget: Budget, { kinds }: Survey): View | null {
  const hasBreaks = (kinds & kind.line) !== 0 && hasLine(view.text, 16);
  const hasSeams = (kinds & kind.quote) !== 0;
  if (!hasBreaks && !hasSeams) return null;
  const pattern = hasBreaks ? (hasSeams ? breaksAndSeams : breaks) : seams;
  return replaceView(view, pattern(), () => '', budget);
}

/** Lines that are cut to one short length, as no text is: closed up. */
export function joinRows(view: View, budget: Budget): View | null {
  if (!hasLine(view.text, 4, 16)) return null;
  return replaceView(
    view,
    /\n[^\n]{4,16}(?:\n[^\n]{1,16}){1,200}/g,
    ([block]) => joinedRows(block.split('\n')),
    budget,
  );
}

/** Whether a line of some length ends in a break: looked for first, because a text may be made of breaks. */
function hasLine(text: string, least: number, most = text.length): boolean {
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) !== 0x0a) continue;
    const length = index - start;
    if (length >= least && length <= most) return true;
    start = index + 1;
  }
  return false;
}

/** Lines of one length of 4 to 15, with what stands before and after them. */
function joinedRows(lines: readonly string[]): string {
  const pieces: string[] = [lines[0] ?? ''];
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const before = rowLength(lines[index - 1] ?? '');
    const width = index === lines.length - 1 ? Math.max(rowLength(line), before) : rowLength(line);
    const isRow = width >= 4 && width <= 15 && (before === width || index === 1);
    if (!isRow) pieces.push('\n');
    pieces.push(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
  return pieces.join('');
}

const rowLength = (line: string): number => (line.endsWith('\r') ? line.length - 1 : line.length);

/** Every letter thirteen places on in the alphabet. */
export function rotatedView({ text, origin }: View): View {
  const units = unitsOf(text);
  for (let index = 0; index < units.length; index += 1) units[index] = rotated(units[index] ?? 0);
  return { text: textOfUnits(units), origin };
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
    pairs(),
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

const pairs = lazy(
  () =>
    new RegExp(
      `${nameKey}${quoted('name', 80)}[\\s,]{1,4}["']?${valueKey}${quoted('value', 4_000)}|${valueKey}${quoted('earlier', 4_000)}[\\s,]{1,4}["']?${nameKey}${quoted('later', 80)}`,
      'gi',
    ),
);
