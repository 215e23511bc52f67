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
