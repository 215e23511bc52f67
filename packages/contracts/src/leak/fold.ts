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

/** Runs of single characters with the same kind of gap between them, closed up: `s k _ l i v e`. */
export function closeGaps(view: View): View | null {
  return replaceView(view, /(?<![^\s.·|])(?:[^\s][ \t.·|]){11,400}[^\s](?![^\s.·|])/g, ([run]) =>
    run.replace(/([^\s])[ \t.·|]/g, '$1'),
  );
}

/** Line breaks inside opaque runs, closed up: a token that is wrapped over lines. */
export function joinLines(view: View): View | null {
  return replaceView(
    view,
    /(?<=[\w+/=.-]{8})(?:\\?\r?\n[ \t]{0,8}|["']\s{0,3}\+\s{0,3}["'])(?=[\w+/=.-]{4})/g,
    () => '',
  );
}
