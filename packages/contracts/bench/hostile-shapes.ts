import { anchoredDetectors } from '../src/leak/detectors/all.ts';
import { tokenPrefixes } from '../src/leak/detectors/prefixes.ts';
import { Letters } from '../test/leak/corpus/random.ts';
import { hostileUnits } from './hostile-units.ts';

/** A text that is made to take long: what it is made of, and how to make so many UTF-16 code units of it. */
export interface HostileShape {
  readonly family: string;
  readonly name: string;
  readonly make: (length: number) => string;
}

const repeated = (unit: string) => (length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const shape = (family: string, name: string, unit: string): HostileShape => ({
  family,
  name,
  make: repeated(unit),
});

const reversed = (text: string): string => [...text].reverse().join('');
const rotated = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97));
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (text: string): string => Buffer.from(text).toString('hex');
const percent = (text: string): string => text.replace(/[^A-Za-z0-9]/g, (sign) => encodeURIComponent(sign));
const everyPercent = (text: string): string => hex(text).replace(/../g, '%$&');

/** An encoding applied again and again, and the result repeated. */
function tower(text: string, encode: (text: string) => string, floors: number): string {
  return floors === 0 ? text : tower(encode(text), encode, floors - 1);
}

const detectors = anchoredDetectors().map(({ rule, anchors }) => ({ rule, anchors: anchors.slice(0, 40) }));

/** All the literals of a detector, one behind the other, with something between them that begins a value. */
function anchorsWith(
  family: string,
  between: string,
  change = (anchor: string): string => anchor,
): HostileShape[] {
  return detectors.map(({ rule, anchors }) =>
    shape(family, `${rule} ${anchors[0]}`, anchors.map((anchor) => change(anchor) + between).join('')),
  );
}

/** Values that are as long as they must be, of the right letters, and wrong at their end. */
function nearMisses(): HostileShape[] {
  const letters = new Letters(7);
  return tokenPrefixes().map(([beginnings]) => {
    const [beginning = ''] = beginnings.split(' ');
    return shape('near misses of tokens', beginning, `${beginning}${letters.hex(19)}é `);
  });
}

const separators = [...' -_./\\:;,=+*|&%#?!@$~^<>(){}[]"\'`\n\t\r'];

const floods: readonly (readonly [string, string])[] = [
  ['zero-width', 'a\u200b'],
  ['nothing but zero-width', '\u200b'],
  ['marks', 'A\u0336'],
  ['many marks', 'a\u0300\u0301\u0302\u0303'],
  ['variation selectors', '\ufe0f'],
  ['bidi marks', '\u202eabc\u202c'],
  ['tags', '\u{e0061}'],
  ['full-width', 'ｐａｓｓ '],
  ['mathematical', '𝐩𝐚𝐬𝐬'],
  ['circled', 'ⓟⓐⓢⓢ'],
  ['a ligature of eighteen letters', 'ﷺ'],
  ['accents', 'é'],
  ['lookalikes', 'раѕѕ '],
  ['greek lookalikes', 'ραsswοrd '],
  ['half pairs', '\ud83d'],
  ['emoji', '👩\u200d👩\u200d👧 '],
  ['flags', '🇩🇪'],
  ['Hangul', '비밀번호 '],
  ['Hangul in parts', '\u1107\u1175'],
  ['Arabic', 'كلمة المرور '],
  ['Thai', 'รหัสผ่าน '],
  ['Chinese', '密码'],
  ['Japanese', 'パスワード'],
  ['the dotted capital', '\u0130'],
  ['Russian prose', 'Гавань открылась в пятницу на два часа раньше. '],
];

const secret = 'password: hunter2hunter2 ';

const towers: readonly (readonly [string, string])[] = [
  ['base64', base64(secret)],
  ['base64, each with a space', `${base64(secret)} `],
  ['base64 of base64', `${tower(secret, base64, 2)} `],
  ['base64, five times', `${tower(secret, base64, 5)} `],
  ['base64 of nothing', 'QUJDQUJDQUJDQUJD '],
  ['hex', `${hex(secret)} `],
  ['hex of hex', `${tower(secret, hex, 2)} `],
  ['hex with spaces', '70 61 73 73 '],
  ['hex with colons', '70:61:73:73:'],
  ['percent', everyPercent(secret)],
  ['percent of percent', tower(secret, everyPercent, 2)],
  ['percent, five times', tower(secret, percent, 5)],
  ['percent signs', '%25'],
  ['percent that is not UTF-8', '%ff%fe'],
  ['escapes', '\\u0070'],
  ['byte escapes', '\\x70'],
  ['escaped escapes', '\\\\u0070'],
  ['entities', '&#112;'],
  ['entities of entities', '&amp;#112;'],
  ['named entities', '&equals;'],
  ['quoted-printable', '=70'],
  ['soft breaks', '=\n'],
  ['form encoding', 'a+=b+'],
  ['JSON in strings', tower(secret, JSON.stringify, 4)],
  ['JSON in strings, deep', tower('"', JSON.stringify, 8)],
  ['wrapped lines', 'abcdefghijklmnopq\n'],
  ['joined strings', '"a"+"b"'],
  ['names and values', '"name":"a","value":"bbbbb"'],
  ['names without values', 'name="a" value="'],
  ['letters with spaces', 'p a s s w o r d '],
  ['letters with dots', 'p.a.s.s.'],
  ['everything once', `%70&#112;\\u0070=70 ${base64(secret)} ${hex(secret)} p.a.s.s.w.o.r.d.x.y "a"+"b"\n`],
];

const numbers: readonly (readonly [string, string])[] = [
  ['digits', '4'],
  ['digits with spaces', '4 '],
  ['cards that fail their check', '4111 1111 1111 1112 '],
  ['cards with a letter behind', '4111111111111111a '],
  ['accounts that fail their check', 'DE89370400440532013001 '],
  ['accounts that are too short', 'DE89 '],
  ['countries without accounts', 'ZZ12abcd1234abcd12 '],
  ['words with digits', 'ab12'],
];

const structures: readonly (readonly [string, string])[] = [
  ['elements', '<div>'],
  ['elements that stay open', '<a '],
  ['two elements and prose', `<a>x</a><b>${'y'.repeat(399)} `],
  ['cookies without an attribute', 'a=bbbbbbbb;'],
  ['signs before an equals sign', '$$$$$$$$=a '],
  ['long values', `a=${'b'.repeat(1_999)} `],
  ['cookie lines', 'TRUE / TRUE 1 '],
  ['headers of signed tokens', 'eyJ-'],
  ['signed tokens without an end', `eyJ${'a'.repeat(200)}.`],
  ['addresses', 'https://a:'],
  ['addresses with a fragment', 'https://example.org/a#'],
  ['parameters', '?token=a&'],
  ['keys that hold spaces', 'private key= '],
  ['phrases', 'seed phrase abandon '],
  ['codes before their word', '1234 is your '],
  ['one-time words', 'otp is a '],
  ['values that never end', '"value":"a '],
  ['data without a comma', 'data:;a=b;'],
  ['wide values', 'password: <a'],
];

/** All of it in random order: what no row thought of. */
function mixtures(): HostileShape[] {
  const units = [
    ...hostileUnits,
    ...separators,
    ...[...floods, ...towers, ...numbers, ...structures].map(([, unit]) => unit),
    ...detectors.flatMap(({ anchors }) => anchors),
  ];
  return Array.from({ length: 24 }, (_, seed) => ({
    family: 'mixtures',
    name: `seed ${seed}`,
    make: (length) => {
      const letters = new Letters(seed);
      const few = Array.from({ length: 3 + seed }, () => units[letters.below(units.length)] ?? '');
      let text = '';
      while (text.length < length) text += few[letters.below(few.length)] ?? '';
      return text.slice(0, length);
    },
  }));
}

/** Texts that are made to take long, in families. */
export function hostileShapes(): readonly HostileShape[] {
  const rows = (family: string, units: readonly (readonly [string, string])[]): HostileShape[] =>
    units.map(([name, unit]) => shape(family, name, unit));
  return [
    ...rows(
      'runs',
      hostileUnits.map((unit) => [unit, unit]),
    ),
    ...rows(
      'separators',
      separators.flatMap((sign) => [
        [sign, sign],
        [`a${sign}`, `a${sign}`],
      ]),
    ),
    ...anchorsWith('words that announce a secret', ' '),
    ...anchorsWith('the same without spaces', ''),
    ...anchorsWith('the same with a sign behind', '= '),
    ...anchorsWith('the same with a short value', ': ab1 '),
    ...anchorsWith('the same backwards', ' ', reversed),
    ...anchorsWith('the same rotated', ' ', rotated),
    ...nearMisses(),
    ...rows('floods of Unicode', floods),
    ...rows('encodings', towers),
    ...rows('numbers', numbers),
    ...rows('structures', structures),
    ...mixtures(),
  ];
}
