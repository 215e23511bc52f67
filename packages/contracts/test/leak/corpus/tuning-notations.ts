import { kinds, type SecretKind } from './kind.ts';
import type { Letters } from './random.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const word = (l: Letters): string =>
  `${l.of('BCDFGHJKLM', 1)}${l.of('aeioubcd', 6)}${l.of('0123456789', 2)}#`;

/** Every kind that the detectors are tuned on, second part: further providers, languages and notations. */
export const tuningNotations: readonly SecretKind[] = [
  ...kinds('token', [
    ['aws role id pair', (l) => `AROA${l.upper(16)}:session`],
    ['alibaba key', (l) => `LTAI5t${l.mixed(18)}`],
    ['fly token', (l) => `FlyV1 fm2_${l.mixed(80)}`],
    ['render key', (l) => `rnd_${l.mixed(28)}`],
    ['artifactory', (l) => `AKCp8${l.mixed(68)}`],
    ['nuget', (l) => `oy2${l.lower(43)}`],
    [
      'teams hook',
      (l) =>
        `https://acme.webhook.office.com/webhookb2/${l.hex(36)}@${l.hex(36)}/IncomingWebhook/${l.hex(32)}/x`,
    ],
    ['brevo', (l) => `xkeysib-${l.hex(64)}-${l.mixed(16)}`],
    ['braintree', (l) => `access_token$production$${l.lower(16)}$${l.hex(32)}`],
    ['facebook', (l) => `EAACEdEose0cBA${l.mixed(90)}`],
    ['mapbox', (l) => `sk.eyJ1Ijoi${l.base64url(70)}.${l.base64url(22)}`],
    ['launchdarkly', (l) => `sdk-${l.hex(8)}-${l.hex(4)}-4${l.hex(3)}-a${l.hex(3)}-${l.hex(12)}`],
    ['hubspot', (l) => `pat-na1-${l.hex(8)}-${l.hex(4)}-4${l.hex(3)}-a${l.hex(3)}-${l.hex(12)}`],
    ['contentful', (l) => `CFPAT-${l.base64url(43)}`],
    ['perplexity', (l) => `pplx-${l.mixed(48)}`],
    ['xai', (l) => `xai-${l.mixed(80)}`],
    ['tavily', (l) => `tvly-dev-${l.mixed(32)}`],
    ['langsmith', (l) => `lsv2_pt_${l.hex(32)}_${l.hex(10)}`],
    ['twitter bearer', (l) => `AAAAAAAAAAAAAAAAAAAAA${l.mixed(80)}`],
    ['buildkite', (l) => `bkua_${l.hex(40)}`],
    ['key by a vendor’s name', (l) => `elevenlabs api key: ${l.hex(32)}`],
    ['key by a variable', (l) => `MAPS_KEY=${l.mixed(32)}2`],
  ]),
  ...kinds('signed token', [
    ['biscuit', (l) => `En0KEwoFYWRtaW4${l.base64url(160)}`],
    [
      'saml element',
      (l) => `<saml2:Assertion Version="2.0"><ds:SignatureValue>${l.mixed(80)}</ds:SignatureValue>`,
    ],
    ['saml parameter', (l) => `SAMLRequest=${l.mixed(90)}%3D`],
    ['oauth one', (l) => `oauth_token="${l.mixed(30)}",oauth_signature="${l.mixed(26)}%3D"`],
    ['itsdangerous', (l) => `session=eyJ1c2VyIjo${l.base64url(12)}.${l.base64url(6)}.${l.base64url(27)}`],
  ]),
  ...kinds('private key', [
    ['pgp', (l) => `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${l.mixed(64)}`],
    ['body of a key', (l) => `MIIEpAIBAAKCAQEA${l.mixed(90)}`],
    ['wallet', (l) => `xprv9${l.mixed(106)}`],
    ['tunnel', (l) => `PrivateKey=${l.mixed(43)}=`],
    ['name and body in json', (l) => `{"privateKey":"${l.mixed(64)}"}`],
  ]),
  ...kinds('authorization', [
    ['bare basic', (l) => base64(`writer:${l.mixed(12)}`)],
    ['har', (l) => `{"name": "authorization", "value": "Basic ${base64(`a:${l.mixed(12)}`)}"}`],
    ['concatenated', (l) => `"Authorization": "Bearer " + "${l.mixed(32)}"`],
    ['digest', (l) => `Digest username="a", response="${l.hex(32)}"`],
    ['template', (l) => `authorization: \`token ${l.hex(40)}\``],
    ['vendor header', (l) => `Circle-Token: ${l.hex(40)}`],
  ]),
  ...kinds('cookie', [
    ['second of many', (l) => `Cookie: lang=de; theme=light; s=${l.mixed(32)}`],
    ['meta element', (l) => `<meta content="${l.mixed(40)}" name="csrf-token">`],
    ['javascript object', (l) => `{ sessionid: '${l.lower(32)}' }`],
    ['command option', (l) => `--cookie "auth=${l.mixed(32)}"`],
    [
      'storage state of a browser',
      (l) => `{"cookies":[{"name":"s","value":"${l.mixed(20)}","path":"/"}],"origins":[]}`,
    ],
    ['storage', (l) => `"sessionStorage":[{"name":"jwt","value":"${l.mixed(30)}"}]`],
    ['csrf, named', (l) => `csrf_token: ${l.hex(64)}`],
    ['symfony', (l) => `REMEMBERME=App.Entity.User%3A${l.mixed(60)}`],
    ['yaml session', (l) => `sessionid: ${l.lower(32)}`],
  ]),
  ...kinds('link', [
    ['azure sas alone', (l) => `sv=2022-11-02&st=2024-01-01&sig=${l.mixed(43)}%3D`],
    ['signed relative', (l) => `/files/9?expires=1700000000&signature=${l.hex(64)}`],
    ['uid and token', (l) => `https://a.example/reset/MQ/c${l.lower(5)}-${l.hex(32)}/`],
    ['email link', (l) => `https://a.example/login/email/${l.base64url(40)}7a`],
    ['one-time secret', (l) => `https://send.example/s/${l.mixed(12)}#${l.base64url(22)}4b`],
    ['calendar', (l) => `https://cal.example/private-${l.hex(32)}/basic.ics`],
    ['matrix parameter', (l) => `/app;jsessionid=${l.upper(32)}`],
  ]),
  ...kinds('connection', [
    ['smb', (l) => `//server/share -U user%${word(l)}`],
    ['host and password', (l) => `host=db user=app password=${word(l)} dbname=x`],
    ['account key', (l) => `AccountName=a;AccountKey=${l.mixed(86)}==`],
    ['registry login', (l) => `"auth": "${base64(`u:${l.mixed(16)}`)}"`],
    ['wireless', (l) => `WIFI:S:home;T:WPA;P:${word(l)};;`],
    ['cloudinary', (l) => `cloudinary://${l.of('0123456789', 15)}:${l.base64url(27)}@demo`],
  ]),
  ...kinds('second factor', [
    ['seed by name', (l) => `totp_seed=${l.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 30)}23`],
    [
      'setup key',
      (l) => `Setup key: ${Array.from({ length: 8 }, () => `${l.of('abcdefgh', 3)}4`).join(' ')}`,
    ],
    [
      'codes in an array',
      (l) => `recoveryCodes: ["${l.lower(4)}1-${l.lower(5)}", "${l.lower(4)}2-${l.lower(5)}"]`,
    ],
    [
      'codes by line',
      (l) =>
        `Backup codes\n1. ${l.of('0123456789', 8)}\n2. ${l.of('0123456789', 8)}\n3. ${l.of('0123456789', 8)}`,
    ],
    ['spanish code', (l) => `Tu código de verificación es ${l.of('123456789', 6)}`],
    ['code first', (l) => `${l.of('123456789', 6)} ist Ihr Anmeldecode`],
  ]),
  ...kinds('password', [
    ['dash in place of a colon', (l) => `Password - ${word(l)}`],
    ['long dash', (l) => `пароль – ${word(l)}`],
    ['name with a purpose', (l) => `password for the intranet: ${word(l)}`],
    ['german purpose', (l) => `Passwort für das Intranet: ${word(l)}`],
    ['italian', (l) => `la parola d'ordine è ${word(l)}`],
    ['turkish', (l) => `parola: ${word(l)}`],
    ['malay', (l) => `kata laluan: ${word(l)}`],
    ['thai', (l) => `รหัสผ่าน: ${word(l)}`],
    ['bulgarian', (l) => `парола: ${word(l)}`],
    ['persian', (l) => `رمز عبور: ${word(l)}`],
    ['croatian', (l) => `lozinka: ${word(l)}`],
    ['estonian', (l) => `parool: ${word(l)}`],
    ['polish sentence', (l) => `hasło to ${word(l)}`],
    ['accounts', (l) => `Zugang: redaktion / ${word(l)}`],
    ['user and password', (l) => `user/pass: editor/${word(l)}`],
    ['define', (l) => `define('FTP_PASS', '${word(l)}');`],
    ['fat arrow', (l) => `:password=>'${word(l)}'`],
    ['attribute', (l) => `<db password="${word(l)}">`],
    ['option with a space', (l) => `--password ${word(l)}`],
  ]),
  ...kinds('named secret', [
    ['salt', (l) => `define('NONCE_SALT', '${l.mixed(40)}|${l.mixed(20)}');`],
    ['application key', (l) => `APP_SECRET=${l.hex(32)}`],
    ['master key', (l) => `master.key: ${l.hex(32)}`],
    ['json token', (l) => `{"token":"${l.mixed(32)}4"}`],
    ['xml token', (l) => `<accessToken>${l.mixed(30)}3</accessToken>`],
    ['japanese', (l) => `トークン：${l.mixed(32)}4`],
    ['spanish', (l) => `clave de api: ${l.mixed(32)}4`],
    ['deploy key in yaml', (l) => `deploy_token: "${l.mixed(24)}7"`],
    ['licence', (l) => `License key: ${Array.from({ length: 5 }, () => `${l.upper(4)}7`).join('-')}`],
    [
      'seed words',
      () => `seed phrase: ${'zoo wrong youth winter wheel virus uphold tribe smart pistol mosquito letter'}`,
    ],
  ]),
  ...kinds('raw evidence', [
    ['font in a data url', (l) => `data:font/woff2;base64,d09GMg${l.mixed(60)}`],
    ['bitmap in hex', (l) => `ffd8ffe000104a46${l.hex(60)}`],
    ['long opaque run', (l) => l.mixed(3000)],
    ['list items', (l) => `<ul><li>${l.lower(4)}</li><li>${l.lower(4)}</li><li>x</li></ul>`],
    ['deflate', (l) => `eJyrVk${l.mixed(120)}`],
  ]),
  ...kinds('number', [
    ['belgian account', () => 'BE68 5390 0754 7034'],
    ['swiss account', () => 'CH9300762011623852957'],
  ]),
];
