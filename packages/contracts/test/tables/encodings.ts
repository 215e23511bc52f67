import { gzipSync } from 'node:zlib';
import { judgeReceipt, type Verdict } from '../../src/index.ts';
import { draftAnnex, draftAuthority, draftReceipt } from '../support/honest.ts';
import { wire } from '../support/wire.ts';
import { draft } from './receipt.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

const honest = JSON.stringify(draftReceipt());
const honestAnnex = JSON.stringify(draftAnnex());

const bytes = (receipt: Uint8Array) => (): Verdict<unknown> =>
  judgeReceipt({ receipt: new Uint8Array(receipt), annex: wire(draftAnnex()), authority: draftAuthority });

const text = (receipt: string) => bytes(wire(receipt));
const annexText = (annex: string) => (): Verdict<unknown> =>
  judgeReceipt({ receipt: wire(honest), annex: wire(annex), authority: draftAuthority });

/** The honest text with one more member in front. */
const member = (added: string) => text(`{${added},${honest.slice(1)}`);
/** The same, with bytes inside of a text. */
const inText = (hex: string) =>
  bytes(Buffer.concat([Buffer.from('{"a":"'), Buffer.from(hex, 'hex'), Buffer.from(`",${honest.slice(1)}`)]));

const escaped = (json: string): string =>
  json.replace(
    /"((?:[^"\\])*)"/g,
    (_, inner: string) =>
      `"${[...inner].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
  );

const notUtf8: readonly (readonly [because: string, hex: string])[] = [
  ['surrogates in three bytes each (CESU-8)', 'eda0bdedb880'],
  ['NUL in two bytes', 'c080'],
  ['a form of five bytes', 'f888808080'],
  ['a character beyond the last', 'f4908080'],
  ['Latin-1', 'e9'],
  ['an overlong quote', 'c0a2'],
  ['a byte that continues nothing', '80'],
  ['a character that is cut short', 'e282'],
];

const otherForms: readonly (readonly [rule: string, because: string, bytes: Uint8Array])[] = [
  ['parse.nul', 'UTF-16 with the high byte first', Buffer.from(honest, 'utf16le').swap16()],
  ['parse.byte-order-mark', 'UTF-32', Buffer.from('fffe00007b000000', 'hex')],
  ['parse.nul', 'gzip', gzipSync(honest)],
  ['parse.syntax', 'UTF-7', Buffer.from('+AHs-+ACI-a+ACI-:1+AH0-')],
  ['parse.syntax', 'JSONP', Buffer.from(`cb(${honest})`)],
  ['parse.syntax', 'a prefix against inclusion', Buffer.from(`)]}',\n${honest}`)],
  ['parse.not-utf8', 'CBOR', Buffer.from('bf6161f5ff', 'hex')],
];

const numbers: readonly (readonly [rule: string, literal: string])[] = [
  ['parse.number-not-integer', '1e0'],
  ['parse.number-not-integer', '10e-1'],
  ['parse.number-not-integer', '1e-400'],
  ['parse.negative-zero', '-0.0'],
  ['parse.negative-zero', '-0e0'],
  ['parse.negative-zero', '-1e-400'],
  ['parse.number-out-of-range', '-1e99999'],
  ['parse.number-out-of-range', '9'.repeat(400)],
  ['parse.unsafe-integer', '9007199254740993'],
  ...['.5', '5.', '1e', '0x10', '1_000', '\uff11', '--1', '-', '1n', '+1', '00'].map(
    (literal) => ['parse.syntax', literal] as const,
  ),
];

const duplicates = [
  '"\\ud83d\\ude00":1,"😀":2',
  '"a/b":1,"a\\/b":2',
  '"x":[{},{"":1,"":1}]',
  '"\\u0067oal_id":"loopx-meta"',
  '"evidence":{}',
];

const between: readonly (readonly [because: string, sign: string])[] = [
  ['a vertical tab', '\v'],
  ['a no-break space', '\u00a0'],
  ['a line separator', '\u2028'],
  ['a byte-order mark', '\ufeff'],
  ['a comment', '/**/'],
];

/** How bytes can lie about the text that they hold. */
export const encodingRows: readonly RuleRow[] = [
  spares(
    ['parse.syntax', 'parse.duplicate-key', 'parse.lone-surrogate'],
    'every key and every text in escapes',
    text(escaped(honest)),
  ),
  accepts(
    'lines that end as Windows ends them',
    text(JSON.stringify(draftReceipt(), null, '\t').replace(/\n/g, '\r\n')),
  ),
  ...notUtf8.map(([because, hex]) => refuses('parse.not-utf8', because, inText(hex))),
  ...otherForms.map(([rule, because, form]) => refuses(rule, `what arrives is ${because}`, bytes(form))),
  ...numbers.map(([rule, literal]) =>
    refuses(rule, `the number ${literal.slice(0, 20)}`, member(`"a":${literal}`)),
  ),
  ...duplicates.map((added) => refuses('parse.duplicate-key', `twice: ${added}`, member(added))),
  refuses('shape.unknown-key', 'keys that only look alike are two', member('"\u00e9":1,"e\u0301":2')),
  ...between.map(([because, sign]) =>
    refuses('parse.syntax', `${because} between two tokens`, text(honest.replace(',', `,${sign}`))),
  ),
  ...['\\u{41}', '\\u12', "\\'", '\u001b', '\\a'].map((inner) =>
    refuses('parse.syntax', `no text has ${JSON.stringify(inner)}`, member(`"a":"${inner}"`)),
  ),
  refuses('parse.lone-surrogate', 'the halves in the wrong order', member('"a":"\\ude00\\ud83d"')),
  refuses('parse.lone-surrogate', 'half a character, then another one', member('"a":"\\ud83d\\u0041"')),
  refuses('parse.noncharacter', 'the last of a plane', member('"a":"\u{1fffe}"')),
  refuses('parse.noncharacter', 'the last of all, as a key', member('"\u{10ffff}":1')),
  refuses('parse.byte-order-mark', 'two marks', text(`\ufeff\ufeff${honest}`)),
  refuses('parse.syntax', 'a record separator before it', text(`\u001e${honest}`)),
  refuses('parse.syntax', 'a mark behind it', text(`${honest}\ufeff`)),
  refuses('parse.trailing-content', 'a bracket behind it', text(`${honest}]`)),
  refuses('parse.not-an-object', 'the whole of it as one text', text(JSON.stringify(honest))),
  refuses('parse.too-deep', '33 objects', member(`"a":${'{"a":'.repeat(32)}1${'}'.repeat(32)}`)),
  refuses('parse.too-deep', 'arrays that nobody closes', member(`"a":${'['.repeat(60_000)}`)),
  refuses(
    'parse.too-many-keys',
    'one key each in many objects',
    member(`"a":[${Array.from({ length: 250 }, () => '{"k":1}').join()}]`),
  ),
  refuses('parse.too-large', 'few characters of three bytes each', member(`"a":"${'€'.repeat(21_700)}"`)),
  refuses(
    'parse.duplicate-key',
    'twice in the annex',
    annexText(honestAnnex.replace('"press"', '"press":"pressed","press"')),
  ),
  refuses('parse.byte-order-mark', 'an annex with a mark', annexText(`\ufeff${honestAnnex}`)),
  refuses(
    'parse.number-not-integer',
    'a time with an exponent',
    annexText(honestAnnex.replace(/"ended_at":\d+/, '"ended_at":1e12')),
  ),
  refuses('shape.wrong-type', 'a time as text', draft({ annex: { ended_at: '2026-12-01T00:00:00Z' } })),
  refuses('shape.too-short', 'a time before the first', draft({ annex: { started_at: -1 } })),
  refuses(
    'parse.unsafe-integer',
    'a time in nanoseconds',
    annexText(honestAnnex.replace(/"ended_at":\d+/, '"ended_at":17648832000000000001')),
  ),
  spares(
    ['attempt.deadline-passed', 'attempt.lease-over'],
    'the provider’s clock is three thousand years ahead',
    draft({ annex: { started_at: 95_617_584_000_000, ended_at: 95_617_584_000_001 } }),
  ),
  spares(
    ['attempt.deadline-passed', 'attempt.lease-over'],
    'the provider’s clock steps back during the attempt',
    draft({ annex: { started_at: 1_764_883_200_000, ended_at: 0 } }),
  ),
];
