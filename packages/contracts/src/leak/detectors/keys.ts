import type { AnchoredDetector } from '../detector.ts';
import { readsMixed, readsRandom, valueIn } from './looks.ts';

const digitOrChange = /[\d=+/._-]|[a-z][A-Z]/;

/** Signed tokens, private keys and authorization headers. */
export const anchoredKeys = (): readonly AnchoredDetector[] => [
  // JWT and JWE: a JSON header in base64url, then two to four parts.
  {
    rule: 'leak.signed-token',
    anchors: ['eyj'],
    ofWords: true,
    tail: /[\w-]{8,2000}\.(?:eyJ)?[\w-]{0,6000}\.[\w-]{0,2000}(?:\.[\w-]{1,2000}){0,2}|[\w-]{16,2000}\.eyJ[\w-]{8,6000}/iy,
    wordStart: true,
    confirms: ([text]) => text.length >= 30 && /[\w-]{6}\.[\w-]{2}|\.{2}[\w-]{8}/.test(text),
  },
  {
    rule: 'leak.signed-token',
    anchors: [
      'v1.local.',
      'v1.public.',
      'v2.local.',
      'v2.public.',
      'v3.local.',
      'v3.public.',
      'v4.local.',
      'v4.public.',
    ],
    wordStart: true,
    tail: /[\w-]{24,4000}/iy,
  },
  {
    rule: 'leak.signed-token',
    anchors: ['gaaaaa'],
    ofWords: true,
    wordStart: true,
    tail: /[\w-]{60,2000}={0,2}/iy,
  },
  {
    rule: 'leak.signed-token',
    anchors: ['mdax', 'mday', 'mdaz', 'mdau', 'mdav', 'mdaw', 'mdbh'],
    ofWords: true,
    wordStart: true,
    tail: /[\w+/=-]{60,2000}/iy,
  },
  {
    rule: 'leak.signed-token',
    anchors: ['en0k', 'enek', 'enmk', 'enuk'],
    ofWords: true,
    wordStart: true,
    tail: /[\w+/=-]{100,4000}/iy,
  },
  {
    rule: 'leak.signed-token',
    anchors: ['signaturevalue>'],
    tail: /(?<value>[\w+/=\s]{20,4000})/iy,
  },
  {
    rule: 'leak.signed-token',
    anchors: ['oauth_token', 'oauth_signature', 'oauth_verifier'],
    tail: /["']?\s{0,2}=\s{0,2}["']?(?<value>[\w%+/=-]{16,400})/iy,
    confirms: (match) => /\d/.test(valueIn(match)),
  },
  {
    rule: 'leak.private-key',
    anchors: ['begin'],
    preceded: /-{3,5}\s{0,3}$/,
    tail: /[ \w]{0,40}(?:PRIVATE KEY|KEY BLOCK|CERTIFICATE)(?: BLOCK)?\s{0,3}-{3,5}(?:[\w+/=\s:,.\\-]{0,8000}?-{3,5}\s{0,3}END[ \w]{0,60}-{3,5}|[\w+/=\s:,.\\-]{0,8000})?/iy,
  },
  { rule: 'leak.private-key', anchors: ['b3blbnnzac1rzxktdj'], tail: /[\w+/=\s]{0,8000}/iy },
  { rule: 'leak.private-key', anchors: ['putty-user-key-file-'], tail: /\d/iy },
  { rule: 'leak.private-key', anchors: ['age-secret-key-1'], tail: /[a-z0-9]{40,64}/iy },
  {
    rule: 'leak.private-key',
    anchors: ['miib', 'miic', 'miie', 'miij', 'miih', 'migh'],
    ofWords: true,
    wordStart: true,
    tail: /[\w+/]{60,8000}={0,2}/iy,
  },
  {
    rule: 'leak.private-key',
    anchors: ['xprv', 'yprv', 'zprv', 'tprv'],
    wordStart: true,
    tail: /[a-z0-9]{90,120}/iy,
  },
  {
    rule: 'leak.private-key',
    anchors: ['privatekey', 'private_key', 'private-key', 'private key'],
    tail: /["']?\s{0,3}[:=]\s{0,3}["']?(?<value>[\w+/=\\ -]{32,8000})/iy,
    confirms: (match) => /\d/.test(valueIn(match)),
  },
  {
    rule: 'leak.private-key',
    anchors: ['"k"', '"d"', '"p"', '"q"', '"dp"', '"dq"', '"qi"'],
    tail: /\s{0,3}:\s{0,3}"(?<value>[\w-]{20,800})"/iy,
    confirms: (match) => /\d/.test(valueIn(match)),
  },
  {
    rule: 'leak.authorization',
    anchors: ['authorization', 'authorisation'],
    tail: /["']?\s{0,3}[:=]\s{0,3}["'`]?(?:(?:bearer|basic|token|digest|negotiate|apikey|hawk|ntlm|oauth|aws4-hmac-sha256)\s{1,3})?(?<value>[^\s"'`<[{$(]{8,4000})/iy,
    confirms: (match) => credentials(valueIn(match)),
  },
  {
    rule: 'leak.authorization',
    anchors: ['bearer', 'basic', 'negotiate', 'ntlm'],
    wordStart: true,
    tail: /(?:\s{1,8}|%20|\+|\s{0,3}["'`]\s{0,3}[+.]\s{0,3}["'`])(?<value>[\w.~+/-]{12,4000}={0,2})/iy,
    confirms: (match) => /\d|[a-z][A-Z].*[a-z][A-Z]|=$/.test(valueIn(match)),
  },
  {
    rule: 'leak.authorization',
    anchors: ['digest username=', 'hawk id='],
    tail: /[^\n]{0,400}(?:response|mac)\s?=\s?["']?(?<value>[\w+/=]{16,200})/iy,
  },
  {
    rule: 'leak.authorization',
    anchors: [
      ...[
        'x-api-key',
        'x-auth-token',
        'x-access-token',
        'x-amz-security-token',
        'x-csrf-token',
        'x-xsrf-token',
      ],
      ...[
        'x-goog-api-key',
        'x-vault-token',
        'x-gitlab-token',
        'x-session-token',
        'private-token',
        'circle-token',
      ],
      ...[
        'job-token',
        'deploy-token',
        'x-csrftoken',
        'x-figma-token',
        'x-shopify-access-token',
        'x-auth-key',
      ],
      ...['x-apikey', 'ocp-apim-subscription-key', 'x-functions-key', 'x-hub-signature', 'apikey', 'api-key'],
    ],
    tail: /["']?\s{0,3}[:=\s]\s{0,3}["'`]?(?<value>[^\s"'`<[{$(]{8,4000})/iy,
    confirms: (match) => (valueIn(match).match(/\d/g)?.length ?? 0) >= 2 && /[a-z]/i.test(valueIn(match)),
  },
];

/** The credentials of a header rather than the name of a variable or a word. */
function credentials(text: string): boolean {
  if (/^[A-Z_]+$|^[a-z]+$|^[a-z]+(?:[A-Z][a-z]+){1,3}$/.test(text)) return false;
  return digitOrChange.test(text) && /[\d=]|[a-z][A-Z].*[a-z][A-Z]/.test(text);
}

/** Whether what stood in base64 is an account and its password, as in the header of basic authentication. */
export function decodedAccount(text: string): boolean {
  const [, password = ''] = /^[\w.@+-]{1,64}:(\S{6,100})$/.exec(text) ?? [];
  return readsRandom(password) || readsMixed(password) || (/\d/.test(password) && /[a-z]/i.test(password));
}
