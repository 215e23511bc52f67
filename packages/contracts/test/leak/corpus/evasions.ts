import { deflateSync, gzipSync } from 'node:zlib';

/** How hard an evasion is: as it is, encoded once, or more than that. */
export type EvasionClass = 'plain' | 'once' | 'hard';

/** A way to hide a text: in another text, or over the parts of a JSON value. */
export interface Evasion {
  readonly name: string;
  readonly class: EvasionClass;
  readonly hide: (text: string) => string | object;
}

const bytesOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)];
const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');
const hex = (text: string): string => bytesOf(text).map(hexOf).join('');
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const everyByte = (text: string): string =>
  bytesOf(text)
    .map((byte) => `%${hexOf(byte)}`)
    .join('');
const bitsOf = (text: string): readonly string[] =>
  bytesOf(text).map((byte) => byte.toString(2).padStart(8, '0'));

const base32 = (text: string): string =>
  (
    bitsOf(text)
      .join('')
      .match(/.{1,5}/g) ?? []
  )
    .map((bits) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(bits.padEnd(5, '0'), 2)))
    .join('');

const each = (text: string, change: (character: string) => string): string => [...text].map(change).join('');
const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** Letters for letters; what has no counterpart stays. */
function swap(text: string, from: string, to: string): string {
  const targets = [...to];
  const letters = [...from];
  return each(text, (character) => targets[letters.indexOf(character)] ?? character);
}

const latin = 'abcdefghijklmnopqrstuvwxyz';

function shifted(start: number): string {
  return Array.from({ length: 26 }, (_, index) => String.fromCodePoint(start + index)).join('');
}

const fullWidth = (character: string): string => {
  const code = codeOf(character);
  return code > 0x20 && code < 0x7f ? String.fromCodePoint(code + 0xfee0) : character;
};

const quotedPrintable = (text: string): string =>
  each(text, (character) =>
    /[A-Za-z0-9 ]/.test(character)
      ? character
      : bytesOf(character)
          .map((byte) => `=${hexOf(byte).toUpperCase()}`)
          .join(''),
  );

const rotated = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

const half = (text: string): readonly [string, string] => {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};

function thirds(text: string): readonly string[] {
  const size = Math.ceil(text.length / 3);
  return [text.slice(0, size), text.slice(size, 2 * size), text.slice(2 * size)];
}

const unicodeEscapes = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

type Row = readonly [name: string, hide: Evasion['hide']];

const plain: readonly Row[] = [
  ['as it is', (text) => text],
  ['inside prose', (text) => `Please note ${text} for later`],
  ['in quotes', (text) => `“${text}”`],
  ['in brackets', (text) => `(see ${text})`],
  ['on its own line', (text) => `Notes:\n${text}\nend`],
  ['in a list', (text) => `- ${text}`],
];

const once: readonly Row[] = [
  ['percent', encodeURIComponent],
  ['percent, every byte', everyByte],
  ['form encoding', (text) => new URLSearchParams({ v: text }).toString()],
  ['base64', base64],
  ['base64url', (text) => Buffer.from(text, 'utf8').toString('base64url')],
  ['base64 of UTF-16', (text) => Buffer.from(text, 'utf16le').toString('base64')],
  ['base64 of UTF-16 with its mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').toString('base64')],
  [
    'base64 of UTF-16, the higher byte first',
    (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('base64'),
  ],
  ['base64 in prose', (text) => `state=${base64(text)} end`],
  ['base64 in the path of an address', (text) => `https://files.example/open/${base64(text)}`],
  ['base64 behind a name', (text) => `ref-${base64(text)}`],
  ['hex', hex],
  ['hex of UTF-16', (text) => Buffer.from(text, 'utf16le').toString('hex')],
  ['hex of UTF-16, the higher byte first', (text) => Buffer.from(text, 'utf16le').swap16().toString('hex')],
  ['hex with dots', (text) => bytesOf(text).map(hexOf).join('.')],
  ['hex in capitals', (text) => hex(text).toUpperCase()],
  ['hex with spaces', (text) => bytesOf(text).map(hexOf).join(' ')],
  ['gzip in base64', (text) => gzipSync(text).toString('base64')],
  ['json in a string', (text) => JSON.stringify({ note: text })],
  ['unicode escapes', unicodeEscapes],
  [
    'byte escapes',
    (text) =>
      bytesOf(text)
        .map((byte) => `\\x${hexOf(byte)}`)
        .join(''),
  ],
  ['braced unicode escapes', (text) => each(text, (character) => `\\u{${codeOf(character).toString(16)}}`)],
  ['percent of code units', (text) => unicodeEscapes(text).replaceAll('\\', '%')],
  ['escapes of eight digits', (text) => unicodeEscapes(text).replaceAll('\\u', '\\U0000')],
  [
    'escapes of style sheets',
    (text) =>
      bytesOf(text)
        .map((byte) => `\\${hexOf(byte)} `)
        .join(''),
  ],
  ['escapes of Markdown', (text) => text.replace(/[_:=]/g, '\\$&')],
  [
    'octal escapes',
    (text) =>
      bytesOf(text)
        .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
        .join(''),
  ],
  ['decimal entities', (text) => each(text, (character) => `&#${codeOf(character)};`)],
  ['hexadecimal entities', (text) => each(text, (character) => `&#x${codeOf(character).toString(16)};`)],
  ['quoted-printable', quotedPrintable],
  ['full-width', (text) => each(text, fullWidth)],
];

const hard: readonly Row[] = [
  ['percent twice', (text) => encodeURIComponent(encodeURIComponent(`~${text}`))],
  ['base64 twice', (text) => base64(base64(text))],
  ['hex of base64', (text) => hex(base64(text))],
  ['base64 of hex', (text) => base64(hex(text))],
  ['percent of base64', (text) => everyByte(base64(text))],
  ['json in a string in a string', (text) => JSON.stringify(JSON.stringify({ note: text }))],
  ['entities of percent', (text) => each(encodeURIComponent(text), (character) => `&#${codeOf(character)};`)],
  ['zero-width between letters', (text) => [...text].join('\u200b')],
  ['soft hyphens', (text) => text.replace(/(.{3})/gu, '$1\u00ad')],
  ['bidi marks', (text) => `\u202e${text.slice(0, 5)}\u2066${text.slice(5)}\u202c`],
  ['variation selectors', (text) => each(text, (character) => `${character}\ufe0f`)],
  ['struck through', (text) => each(text, (character) => `${character}\u0336`)],
  ['cyrillic letters', (text) => swap(text, 'aeopcxsijyABEKMHOPCTX', 'аеорсхѕіјуАВЕКМНОРСТХ')],
  ['greek letters', (text) => swap(text, 'oviABEZHIKMNOPTYX', 'ονιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ')],
  ['mathematical letters', (text) => swap(text, latin, shifted(0x1d41a))],
  ['digits of Arabic', (text) => swap(text, '0123456789', '٠١٢٣٤٥٦٧٨٩')],
  ['digits of Devanagari', (text) => swap(text, '0123456789', '०१२३४५६७८९')],
  ['circled letters', (text) => swap(text, latin, shifted(0x24d0))],
  ['small capitals', (text) => swap(text, 'abcdefghijklmnoprstuvwyz', 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ')],
  ['negative squares', (text) => swap(text.toUpperCase(), latin.toUpperCase(), shifted(0x1f170))],
  ['capitals', (text) => text.toUpperCase()],
  ['small letters', (text) => text.toLowerCase()],
  ['backwards', (text) => [...text].reverse().join('')],
  ['rotated by thirteen', rotated],
  ['spaces between letters', (text) => [...text].join(' ')],
  ['dots between letters', (text) => [...text].join('.')],
  ['each letter on a line', (text) => [...text].join('\n')],
  [
    'tag characters',
    (text) => text.replace(/[ -~]/g, (character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0))),
  ],
  ['spaces around separators', (text) => text.replace(/(?<=[a-z])([:=])(?!\/)/gi, ' $1 ')],
  ['wrapped over lines', (text) => text.replace(/(.{24})(?=.{6})/gu, '$1\n')],
  ['wrapped over short lines', (text) => text.replace(/(.{8})(?=.)/gu, '$1\n')],
  ['zlib in base64', (text) => deflateSync(text).toString('base64')],
  ['joined in code', (text) => `"${half(text).join('" + "')}"`],
  ['over two fields', (text) => ({ first: half(text)[0], second: half(text)[1] })],
  ['over three array items', (text) => ({ notes: thirds(text) })],
  ['over two items of a list', (text) => ({ notes: half(text).map((part) => ({ note: part })) })],
  ['over the border of an object', (text) => ({ note: { kept: half(text)[0] }, rest: half(text)[1] })],
  ['backwards, shown from right to left', (text) => `\u202e${[...text].reverse().join('')}\u202c`],
  ['base32', base32],
  ['numbers of characters', (text) => bytesOf(text).join(', ')],
  ['numbers of characters, each on a line', (text) => bytesOf(text).join('\n')],
  [
    'numbers of characters in hex',
    (text) =>
      bytesOf(text)
        .map((byte) => `0x${hexOf(byte)}`)
        .join(', '),
  ],
  [
    'numbers of code points',
    (text) => [...text].map((character) => `U+${codeOf(character).toString(16).padStart(4, '0')}`).join(' '),
  ],
  ['bits without spaces', (text) => bitsOf(text).join('')],
  ['middle dots between letters', (text) => [...text].join('·')],
  [
    'variation selectors for bytes',
    (text) => text.replace(/[ -~]/g, (character) => String.fromCodePoint(0xe00f0 + character.charCodeAt(0))),
  ],
  ['bits', (text) => bitsOf(text).join(' ')],
  ['as a key', (text) => ({ [text]: true })],
];

const rowsOf = (name: EvasionClass, rows: readonly Row[]): readonly Evasion[] =>
  rows.map(([evasion, hide]) => ({ name: evasion, class: name, hide }));

export const evasions: readonly Evasion[] = [
  ...rowsOf('plain', plain),
  ...rowsOf('once', once),
  ...rowsOf('hard', hard),
];
