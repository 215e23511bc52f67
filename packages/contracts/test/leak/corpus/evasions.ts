const full = (character: string): string => {
  const code = character.charCodeAt(0);
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code + 0xfee0) : character;
};

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const every = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const greekAndCyrillic: Readonly<Record<string, string>> = {
  a: 'а',
  e: 'е',
  o: 'о',
  p: 'р',
  c: 'с',
  x: 'х',
  s: 'ѕ',
};

/** Ways to hide a text, each with whether its letters stay as they are (so that every kind must be found). */
export const evasions: readonly (readonly [name: string, hide: (text: string) => string])[] = [
  ['inside prose', (text) => `Please note ${text} for later`],
  ['percent', encodeURIComponent],
  ['percent twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['percent, every byte', every],
  ['base64', base64],
  ['base64url', (text) => Buffer.from(text, 'utf8').toString('base64url')],
  ['base64 twice', (text) => base64(base64(text))],
  ['base64 in prose', (text) => `state=${base64(text)} end`],
  ['hex', hex],
  ['hex in capitals', (text) => hex(text).toUpperCase()],
  ['hex of base64', (text) => hex(base64(text))],
  ['percent of base64', (text) => every(base64(text))],
  ['full-width', (text) => [...text].map(full).join('')],
  ['zero-width between letters', (text) => [...text].join('\u200b')],
  ['soft hyphens', (text) => text.replace(/(.{3})/gu, '$1\u00ad')],
  ['bidi marks', (text) => `\u202e${text}\u202c`],
  [
    'lookalike letters in words',
    (text) =>
      text.replace(/^[a-z ]{4,}/i, (word) =>
        [...word].map((letter) => greekAndCyrillic[letter] ?? letter).join(''),
      ),
  ],
  ['json in a string', (text) => JSON.stringify(JSON.stringify({ note: text }))],
  [
    'javascript escapes',
    (text) => [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  ['html entities', (text) => [...text].map((letter) => `&#${letter.codePointAt(0)};`).join('')],
  ['spaces around separators', (text) => text.replace(/^([a-z_-]{3,20})([:=]) ?(?!\/)/i, '$1 $2 ')],
];
