import { judgeRequest } from '../../src/index.ts';
import { draftRequest, requestAuthority } from '../support/honest.ts';
import { wire } from '../support/wire.ts';
import { changed, draft } from './receipt.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

// Secrets are put together here, so that no file holds one.
const letters = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const token = `ghp_${letters.slice(0, 36)}`;
const jwt = [btoa('{"alg":"HS256","typ":"JWT"}'), btoa('{"sub":"1","admin":true}'), letters]
  .join('.')
  .replace(/=/g, '');
const notice = (text: string) => draft({ annex: { 'extractions/notice': text } });
const label = (text: string) =>
  draft({
    receipt: { stop_reason: 'failed', 'observed_facts/draft_present': false },
    annex: { blocker: { code: 'target_lost', step: 1, label: text } },
  });

const wallet = 'mnemonic zoo wrong youth wisdom win wheat vivid verb unit tribe trade letter';
/** What holds no digit and no sign: a word that is chosen often, and the words of a wallet. */
const plainSecrets: readonly string[] = [
  'my password is letmein',
  'The password is qwerty for now',
  'MY PASSWORD IS LETMEIN',
  'Login password is iloveyou',
  'mot de passe est soleil',
  'Das Kennwort ist schatz',
  'wachtwoord is welkom',
  'kata sandi adalah qwerty',
  'la clave es estrella',
  wallet,
  wallet.toUpperCase(),
  wallet.replace('mnemonic', 'Your backup phrase is'),
  wallet.replace('mnemonic', 'Recovery words are'),
];

/** A draft that stopped at its gate with writes that were blocked. */
const blocked = (writes: readonly object[], label: string | null = null) =>
  draft({
    annex: {
      blocker: { code: 'write_blocked', step: 0, label },
      write_blocked: true,
      blocked_writes: writes.map((write) => ({
        method: 'POST',
        origin: 'https://newsroom.example',
        path: '/save',
        body_kind: 'json',
        shape: [],
        rule: 'guard.no-rule',
        count: 1,
        ...write,
      })),
    },
  });

const bits = [...token].map((letter) => letter.charCodeAt(0).toString(2).padStart(8, '0'));
const base32 = (bits.join('').match(/.{5}/g) ?? [])
  .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(five, 2)))
  .join('');
const numbers = [...token].map((letter) => letter.charCodeAt(0));
const encodedKeys: readonly (readonly [how: string, text: string])[] = [
  ['base32', base32],
  ['base32, in small letters', base32.toLowerCase()],
  ['numbers of characters', numbers.join(', ')],
  ['numbers of characters, with spaces', numbers.join(' ')],
  ['bits', bits.join(' ')],
];

const request = (changes: Readonly<Record<string, unknown>>) => () =>
  judgeRequest({ request: wire(changed(draftRequest, changes)), authority: requestAuthority });

export const leakRows: readonly RuleRow[] = [
  accepts('a label in prose', label('Reset your password or manage cookies')),
  accepts('what stands in place of a secret', label('password: <redacted>')),
  accepts(
    'the shape of a sign-in that was blocked: names of fields, and no values',
    draft({
      annex: {
        write_blocked: true,
        blocked_writes: [
          {
            method: 'POST',
            origin: 'https://newsroom.example',
            path: '/wp-admin/admin-ajax.php',
            body_kind: 'form',
            shape: [
              '/password:string',
              '/user/pwd:number',
              'csrftoken:string',
              'postId:string',
              'token:boolean',
            ],
            rule: 'guard.no-rule',
            count: 3,
          },
        ],
      },
    }),
  ),
  ...['Password: required', 'Passwort: erforderlich', 'password: see the vault', 'Password: forgotten?'].map(
    (text) => accepts('what a form says where a password goes', label(text)),
  ),
  accepts('an account and what is said of its password', label('User: editor, password: verified')),
  accepts('a password that somebody has to look up', label('Login: editor. Password: ask the desk')),
  refuses('leak.password', 'one of the most chosen passwords', label('password: letmein')),
  refuses('leak.password', 'the same in a sentence', label('The password is qwerty!')),
  refuses('leak.password', 'a plain word beside its account', label('user: bob, password: harbour')),
  ...plainSecrets.flatMap((text) => [
    refuses('leak.password', 'a secret of plain words', label(text)),
    refuses(
      'leak.password',
      'a secret of plain words as a key of the record',
      draft({ receipt: { [text]: 1 } }),
    ),
  ]),
  refuses(
    'leak.password',
    'a secret of plain words in two neighbouring fields',
    draft({ receipt: { notes: ['the password is let', 'mein'] } }),
  ),
  refuses(
    'leak.password',
    'the words of a wallet in two neighbouring fields',
    draft({ receipt: { notes: [wallet.slice(0, 30), wallet.slice(30)] } }),
  ),
  ...[
    'Your password is required',
    'The password is visible to editors',
    'Choose a password that nobody can guess and keep this somewhere safe',
    'Write down your recovery phrase and keep this list safe because only you can open the wallet with this',
  ].map((text) => accepts('what is said of a password or of the words of a wallet', label(text))),
  refuses('leak.token', 'a key in a label', label(`Copy ${token} now`)),
  refuses('leak.token', 'a key in base64', label(`Copy ${btoa(`key ${token}`)} now`)),
  refuses(
    'leak.token',
    'a key, percent-encoded twice',
    label(encodeURIComponent(encodeURIComponent(`~~${token.replace('_', '%5F')}`))),
  ),
  refuses('leak.token', 'a key as a key of the record', draft({ receipt: { [token]: 1 } })),
  refuses(
    'leak.token',
    'a key in two array items',
    draft({ receipt: { notes: [token.slice(0, 20), token.slice(20)] } }),
  ),
  ...encodedKeys.map(([how, text]) => refuses('leak.token', `a key in ${how}`, label(`Copy ${text} now`))),
  ...[
    'Rows 12, 14, 16, 18, 20, 22, 24, 26, 28 and 30 were read',
    'Seats 101 102 103 104 105 106 107 108 are free',
    'flags 00000001 00000010 00000100 00001000 00010000 00100000 01000000 10000000',
    'Room ABCDEFGHIJKLMNOPQRSTUVWX, shelf abcdefghijklmnop',
  ].map((text) => accepts('numbers and letters that are nothing encoded', label(text))),
  ...[`vck_${letters}`, `vcp_${letters.slice(0, 24)}`, `SSWS 00${letters.slice(0, 38)}XY`].map((text) =>
    refuses('leak.token', 'a key that names itself', label(text)),
  ),
  refuses(
    'leak.token',
    'a key that begins in a label and ends in the write that was blocked',
    blocked([{ origin: token.slice(20) }], token.slice(0, 20)),
  ),
  refuses(
    'leak.token',
    'a key over the same field of two blocked writes',
    blocked([{ path: `/${token.slice(0, 20)}` }, { path: token.slice(20) }]),
  ),
  accepts(
    'two blocked writes to one place, and the button that made them',
    blocked([{ path: '/wp-json/wp/v2/posts/12' }, { path: '/wp-json/wp/v2/posts/12/autosaves' }], 'Save'),
  ),
  refuses(
    'leak.card-number',
    'a card number that is shown from right to left',
    label(`\u202e${[...`${'4111 1111'} ${'1111 1111'}`].reverse().join('')}\u202c`),
  ),
  accepts('a word that is shown from right to left', label('\u202eשלום וברכה 2026\u202c')),
  ...[
    'sha256:eaa224759ea6e55d0904b19657653dcf33286cea4ec132879e08b0c2c4565bc5',
    'sha256:ee93d506549b5a55154f80eede50b0e26eeb4d14b989b0126236335ac2294751',
    'ee72641b5fb073dd82fbd56a71c75bbb',
    'bd9a209b-1cba-4b53-be87-c8de630456a8',
  ].map((name) =>
    accepts('a digest or a UUID in which letters happen to stand as in a secret', label(`${name} kept`)),
  ),
  refuses(
    'leak.iban',
    'an account number beside a UUID',
    label('bd9a209b-1cba-4b53-be87-c8de630456a8 DE89370400440532013000'),
  ),
  refuses('leak.signed-token', 'a signed token', label(jwt)),
  refuses('leak.private-key', 'a private key', label(`-----BEGIN ${'RSA '}PRIVATE KEY-----\nMIIE`)),
  refuses(
    'leak.authorization',
    'a header in any case and spacing',
    label(`aUTHORIZATION :  bearer ${letters}`),
  ),
  refuses('leak.cookie', 'a cookie header', label(`Set-Cookie: sid=${letters}; Path=/`)),
  refuses(
    'leak.url-credential',
    'user information in a URL',
    label(`https://editor:${letters}@example.org/`),
  ),
  refuses('leak.url-credential', 'a signed link', label(`https://example.org/f?X-Amz-Signature=${letters}`)),
  refuses('leak.password', 'a password', notice('Password: hunter2hunter2')),
  refuses('leak.password', 'a password in German', notice('Passwort lautet Sommer2024!')),
  refuses('leak.password', 'a password in full-width letters', notice('ｐａｓｓｗｏｒｄ＝ｈｕｎｔｅｒ２')),
  refuses(
    'leak.password',
    'a password named by its key',
    draft({ receipt: { evidence_note: { password: 'Tr0ub4dor&3' } } }),
  ),
  refuses(
    'leak.second-factor',
    'the seed of a second factor',
    label('otpauth://totp/Site:me?secret=JBSWY3DPEHPK3PXP'),
  ),
  ...[
    "data:image/svg+xml;utf8,<svg viewBox='0 0 9 9'><path/></svg>",
    'data:image/svg+xml,<?xml version=1?><svg/>',
    'see data:text/html,<!doctype><p>held</p>',
  ].map((text) => refuses('leak.raw-evidence', 'a document in an address, not encoded', label(text))),
  accepts('what is said of data', label('Which data: <none>, <some>, or <all of them>?')),
  refuses('leak.raw-evidence', 'a data URL', label(`data:image/png;base64,${letters}`)),
  refuses('leak.raw-evidence', 'an HTML body', label('<!DOCTYPE html><html><body>hello</body></html>')),
  refuses('leak.card-number', 'a card number', label(`Card ${'4111 1111'} ${'1111 1111'}`)),
  refuses('leak.card-number', 'a card number in other digits', label(`بطاقة ${'٤١١١ ١١١١'} ${'١١١١ ١١١١'}`)),
  ...[
    'صدر في ٣ مارس ٢٠٢٦، هاتف ٠٢ ٧٩٤٦ ٠٩٥٨، العدد ١٢٣٤٥٦',
    'दिनांक ०३-०३-२०२६, पृष्ठ ११२–१३०',
    'ฉบับที่ ๑๒ หน้า ๑๑๒',
  ].map((text) => accepts('dates and pages in other digits', label(text))),
  ...[
    `Order 12 ${'4111 1111'} ${'1111 1111'}`,
    `${'4111 1111'} ${'1111 1111'} 12/27`,
    `${'4111 1111'} ${'1111 1111'} 123`,
    `2 ${'411111111'}${'1111111'} 2027`,
    `${'4111-1111'}-${'1111-1111'}-12`,
    `${'4111/1111'}/${'1111/1111'}`,
    `${'4111 1111'} ${'1111 1111'} ${'5555 5555'} ${'5555 4444'} 12/27`,
    `qty 3 ${'3782822463'}${'10005'}`,
  ].map((text) => refuses('leak.card-number', 'a card number beside other numbers', label(text))),
  ...[
    '4000 4050 4100 4150 4200 4250 4300 4350',
    '2026-11-30 14:02:11, 2026-12-01 09:15:00',
    '+41 44 668 18 00 / +41 44 668 18 01',
  ].map((text) => accepts('rows of numbers, and no card in them', label(text))),
  ...[`at10 DE89 3704 ${'0044 0532'} 0130 00`, `no12 ${'DE8937040044'}0532013000`].map((text) =>
    refuses('leak.iban', 'an account number behind what only begins like one', label(text)),
  ),
  accepts('sixteen digits without the check digit', label(`Order ${'4111 1111'} ${'1111 1112'}`)),
  refuses('leak.iban', 'an account number', label(`IBAN ${'DE89 3704 0044'} ${'0532 0130 00'}`)),
  spares(['leak.too-dense'], 'a few escapes among words', label('Tom &amp; Jerry &#97;nd %41lice')),
  refuses('leak.too-dense', 'more escapes than anybody reads', label('&#97;'.repeat(5_000))),
  spares(['leak.too-dense'], 'escapes as a page shows them', label('&#97; is the entity of a, &#98; of b')),
  refuses('leak.too-dense', 'a text that no field has room for', label('harbour '.repeat(5_000))),
  refuses(
    'leak.token',
    'a key in two neighbouring fields, with other fields around them',
    request({ stop_condition: `see: ${token.slice(0, 18)}`, validation_target: `${token.slice(18)} end` }),
  ),
  refuses(
    'leak.token',
    'a key in three of the items of a list',
    request({
      'write_scope/allowed_actions': [
        'open the screen',
        token.slice(0, 12),
        token.slice(12, 24),
        token.slice(24),
      ],
    }),
  ),
  spares(
    ['leak.token', 'leak.password'],
    'neighbours in prose and ids',
    request({ stop_condition: 'stop at the token', validation_target: 'draft-2026-05-01-q3-notes-final-v2' }),
  ),
  ...[
    '密码：请输入8到16位字符',
    '密码是什么？一个简短的历史',
    'Пароль: Рыба-меч! Кино недели',
    'mot de passe: Sésame2026, la pièce de théâtre à Lyon',
  ].map((text) => accepts(`a hint, or a title with a password word in it: ${text}`, label(text))),
  refuses('leak.password', 'a password that ends like a title', label('Пароль: Рыбамеч2026!')),
  refuses('leak.password', 'a password and what to do with it', label('password: Sommer2026, please change')),
  ...['todo= ', 'a.goal( ', '{"gate": ', '\\u0074ask= '].map((name) =>
    refuses(
      'leak.too-dense',
      `more names that may be commands than can be looked at: ${name}`,
      request({ stop_condition: name.repeat(3_000) }),
    ),
  ),
  accepts(
    'a long sentence about gates, with dashes',
    request({ stop_condition: 'stop at gate-a or gate-b; '.repeat(15) }),
  ),
];
