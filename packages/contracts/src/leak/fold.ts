import { replaceView, type View } from './view.ts';

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

const notAscii = /[^\0-\x7f]/;

/** Characters that show nothing: format characters, variation selectors, fillers and combining joiners. */
const invisible = /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u17b4\u17b5\u3164\uffa0]|\u034f/u;

/** Without what shows nothing, each remaining character in its compatibility form (full-width, ligatures). */
export function foldWidth(view: View): View | null {
  if (!notAscii.test(view.text)) return null;
  return replaceView(view, /[^\0-\x7f]/gu, ([character]) =>
    invisible.test(character) ? '' : character.normalize('NFKC'),
  );
}

/** Lookalike letters in Latin; marks that sit on a letter are dropped. */
export function foldLookalikes(view: View): View | null {
  if (!notAscii.test(view.text)) return null;
  return replaceView(view, /[^\0-\x7f]/gu, ([character]) => {
    const latin = lookalikes.get(character);
    if (latin !== undefined) return latin;
    return character.normalize('NFKD').replace(/\p{M}/gu, '');
  });
}

/** One gap after every character, closed up: `s k _ l i v e`, `s.k._.l.i.v.e`. */
export function closeGaps(view: View): View | null {
  return replaceView(view, /[\s\S]([ .\-|_*,/])(?:[\s\S]\1){10,4000}[\s\S]?/g, ([spaced]) =>
    spaced.replace(/([\s\S])[\s\S]/g, '$1'),
  );
}

/** Breaks of long lines, and the seams of texts that code joins, closed up. */
export function joinLines(view: View): View | null {
  return replaceView(view, /(?<=[^\n]{16})\\?\r?\n[ \t]{0,8}(?=\S)|["'`]\s{0,3}[+.]\s{0,3}["'`]/g, () => '');
}

/** Every letter thirteen places on in the alphabet. */
export function rotate(view: View): View | null {
  return replaceView(view, /[a-z]/gi, ([letter]) => {
    const code = letter.charCodeAt(0);
    const base = code < 97 ? 65 : 97;
    return String.fromCharCode(((code - base + 13) % 26) + base);
  });
}

/**
 * Names and values that stand apart, brought together: `{"name":"sid","value":"…"}`, `<meta content="…"
 * name="csrf-token">`.
 */
export function joinPairs(view: View): View | null {
  return replaceView(view, pairs, ({ groups }) => {
    const { name = groups?.later ?? '', value = groups?.earlier ?? '' } = groups ?? {};
    return `${name}="${value}"`;
  });
}

const quoted = (group: string, most: number): string =>
  `["']?\\s{0,3}[:=]\\s{0,3}["'](?<${group}>[^"']{1,${most}})["']`;
const nameKey = `\\b(?:name|key|header|field)`;
const valueKey = `\\b(?:value|content)`;

const pairs = new RegExp(
  `${nameKey}${quoted('name', 80)}[\\s,]{1,4}["']?${valueKey}${quoted('value', 4_000)}|${valueKey}${quoted('earlier', 4_000)}[\\s,]{1,4}["']?${nameKey}${quoted('later', 80)}`,
  'gi',
);
