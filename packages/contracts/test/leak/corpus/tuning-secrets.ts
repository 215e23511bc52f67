import { kinds, type SecretKind } from './kind.ts';
import type { Letters } from './random.ts';

type Kind = readonly [name: string, make: (letters: Letters) => string];

const jwt = (letters: Letters): string =>
  [
    btoa('{"alg":"HS256","typ":"JWT"}'),
    btoa(`{"sub":"${letters.lower(8)}","exp":1700000000}`),
    letters.base64url(43),
  ]
    .join('.')
    .replace(/=/g, '');

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Secrets as programs keep, call and hash them. */
const stored: readonly Kind[] = [
  ['bcrypt hash', (l) => `$2b$12$${l.mixed(53)}`],
  ['crypt hash', (l) => `root:$6$${l.mixed(8)}$${l.mixed(86)}:19000:0`],
  ['argon2 hash', (l) => `$argon2id$v=19$m=65536,t=3,p=4$${l.mixed(22)}$${l.mixed(43)}`],
  ['token put into storage', (l) => `localStorage.setItem('authToken', '${l.mixed(32)}')`],
  ['dokuwiki cookie', (l) => `DokuWiki=${l.of('abcdefghijklmnopqrstuvwxyz0123456789', 26)}`],
  ['wordpress nonce', (l) => `/wp-admin/post.php?post=12&_wpnonce=${l.hex(9)}4`],
  ['password of a database client', (l) => `mysql -h db.example -u root -p${l.mixed(9)}1aB`],
  ['login and password with a slash', (l) => `login editor / ${l.mixed(8)}1aB!`],
  ['passphrase in quotes', () => 'passphrase "copper lantern drifting meadow"'],
  ['dropbox token', (l) => `sl.u.${l.base64url(130)}`],
  ['wallet import key', (l) => `5K${l.of(base58, 49)}`],
  ['wallet import key, compressed', (l) => `L${l.of(base58, 51)}`],
  ['greek password', (l) => `κωδικός πρόσβασης: ${l.mixed(8)}1aB!`],
];

const tokens: readonly Kind[] = [
  ['aws access key', (l) => `AKIA${l.upper(16)}`],
  ['aws temporary key', (l) => `ASIA${l.upper(16)}`],
  ['aws secret by name', (l) => `aws_secret_access_key = ${l.mixed(40)}`],
  ['google api key', (l) => `AIza${l.base64url(35)}`],
  ['google oauth token', (l) => `ya29.${l.base64url(60)}`],
  ['google client secret', (l) => `GOCSPX-${l.base64url(28)}`],
  ['github token', (l) => `ghp_${l.mixed(36)}`],
  ['github app token', (l) => `ghs_${l.mixed(36)}`],
  ['github fine-grained', (l) => `github_pat_${l.mixed(22)}_${l.mixed(59)}`],
  ['gitlab token', (l) => `glpat-${l.base64url(20)}`],
  ['bitbucket password', (l) => `ATBB${l.mixed(32)}`],
  ['atlassian token', (l) => `ATATT3xFfGF0${l.base64url(60)}`],
  ['npm token', (l) => `npm_${l.mixed(36)}`],
  ['pypi token', (l) => `pypi-AgEIcHlwaS5vcmc${l.base64url(70)}`],
  ['rubygems key', (l) => `rubygems_${l.hex(48)}`],
  ['docker token', (l) => `dckr_pat_${l.base64url(27)}`],
  ['slack bot token', (l) => `xoxb-${l.of('0123456789', 12)}-${l.mixed(24)}`],
  ['slack app token', (l) => `xapp-1-${l.upper(11)}-${l.hex(40)}`],
  ['slack webhook', (l) => `https://hooks.slack.com/services/T${l.upper(8)}/B${l.upper(8)}/${l.mixed(24)}`],
  ['discord webhook', (l) => `https://discord.com/api/webhooks/${l.of('123456789', 18)}/${l.base64url(68)}`],
  ['telegram bot', (l) => `${l.of('123456789', 10)}:AA${l.base64url(33)}`],
  ['stripe live key', (l) => `sk_live_${l.mixed(24)}`],
  ['stripe restricted', (l) => `rk_live_${l.mixed(24)}`],
  ['stripe webhook', (l) => `whsec_${l.mixed(32)}`],
  ['square token', (l) => `sq0atp-${l.base64url(22)}`],
  ['shopify token', (l) => `shpat_${l.hex(32)}`],
  ['razorpay key', (l) => `rzp_live_${l.mixed(14)}`],
  ['twilio key', (l) => `SK${l.hex(32)}`],
  ['sendgrid key', (l) => `SG.${l.base64url(22)}.${l.base64url(43)}`],
  ['mailgun key', (l) => `key-${l.hex(32)}`],
  ['mailchimp key', (l) => `${l.hex(32)}-us12`],
  ['openai key', (l) => `sk-proj-${l.base64url(48)}`],
  ['anthropic key', (l) => `sk-ant-api03-${l.base64url(60)}`],
  ['hugging face token', (l) => `hf_${l.mixed(34)}`],
  ['replicate token', (l) => `r8_${l.mixed(37)}`],
  ['groq key', (l) => `gsk_${l.mixed(52)}`],
  ['digitalocean token', (l) => `dop_v1_${l.hex(64)}`],
  ['doppler token', (l) => `dp.pt.${l.mixed(43)}`],
  ['vault token', (l) => `hvs.${l.base64url(90)}`],
  ['terraform token', (l) => `${l.mixed(14)}.atlasv1.${l.base64url(67)}`],
  ['pulumi token', (l) => `pul-${l.hex(40)}`],
  ['databricks token', (l) => `dapi${l.hex(32)}`],
  ['linear key', (l) => `lin_api_${l.mixed(40)}`],
  ['notion token', (l) => `ntn_${l.mixed(46)}`],
  ['airtable token', (l) => `pat${l.mixed(14)}.${l.hex(64)}`],
  ['figma token', (l) => `figd_${l.base64url(40)}`],
  ['postman key', (l) => `PMAK-${l.hex(24)}-${l.hex(34)}`],
  ['new relic key', (l) => `NRAK-${l.upper(27)}`],
  ['grafana token', (l) => `glsa_${l.mixed(32)}_${l.hex(8)}`],
  ['supabase token', (l) => `sbp_${l.hex(40)}`],
  ['planetscale token', (l) => `pscale_tkn_${l.base64url(43)}`],
  ['netlify token', (l) => `nfp_${l.mixed(36)}`],
  ['tailscale key', (l) => `tskey-auth-${l.mixed(12)}-${l.mixed(32)}`],
  ['age key', (l) => `AGE-SECRET-KEY-1${l.upper(58)}`],
];

const signed: readonly Kind[] = [
  ['jwt', jwt],
  ['jwt in a header', (l) => `Authorization: Bearer ${jwt(l)}`],
  ['paseto', (l) => `v4.public.${l.base64url(80)}`],
  ['fernet', (l) => `gAAAAAB${l.base64url(90)}`],
];

const privateKeys: readonly Kind[] = [
  ['pem key', (l) => `-----BEGIN ${'EC'} PRIVATE KEY-----\n${l.mixed(64)}\n-----END EC PRIVATE KEY-----`],
  ['openssh key', (l) => `b3BlbnNzaC1rZXktdjE${l.mixed(60)}`],
  ['putty key', () => 'PuTTY-User-Key-File-3: ssh-ed25519'],
  ['private jwk', (l) => `{"kty":"EC","crv":"P-256","d":"${l.base64url(43)}"}`],
];

const authorization: readonly Kind[] = [
  ['bearer header', (l) => `authorization: bearer ${l.mixed(32)}`],
  ['basic header', (l) => `Authorization: Basic ${btoa(`editor:${l.mixed(10)}`)}`],
  ['token header', (l) => `Authorization: Token ${l.hex(40)}`],
  ['api key header', (l) => `X-Api-Key: ${l.mixed(32)}`],
  ['proxy header', (l) => `Proxy-Authorization: Basic ${btoa(`p:${l.mixed(12)}`)}`],
];

const cookies: readonly Kind[] = [
  ['cookie header', (l) => `Cookie: sid=${l.mixed(24)}; theme=dark`],
  ['set-cookie header', (l) => `Set-Cookie: s=${l.mixed(20)}; HttpOnly; Path=/`],
  ['php session', (l) => `PHPSESSID=${l.lower(26)}`],
  ['java session', (l) => `JSESSIONID=${l.upper(32)}`],
  ['express session', (l) => `connect.sid=s%3A${l.base64url(32)}.${l.mixed(43)}`],
  ['django csrf', (l) => `csrftoken=${l.mixed(32)}`],
  ['laravel session', (l) => `laravel_session=${l.base64url(60)}`],
  ['wordpress login', (l) => `wordpress_logged_in_${l.hex(32)}=editor%7C1700000000%7C${l.mixed(43)}`],
  ['host cookie', (l) => `__Host-session=${l.mixed(32)}`],
  ['cookie file line', (l) => `.example.org\tTRUE\t/\tTRUE\t1700000000\tsid\t${l.mixed(24)}`],
  ['cookie in json', (l) => `{"name":"sid","value":"${l.mixed(24)}","domain":".example.org","path":"/"}`],
];

const connections: readonly Kind[] = [
  ['user info', (l) => `https://editor:${l.mixed(12)}@example.org/`],
  ['database url', (l) => `postgres://app:${l.mixed(16)}@db.internal:5432/app`],
];

const links: readonly Kind[] = [
  ['token parameter', (l) => `https://example.org/cb?access_token=${l.mixed(32)}`],
  ['fragment token', (l) => `https://example.org/#id_token=${l.mixed(32)}`],
  ['presigned url', (l) => `https://b.s3.amazonaws.com/k?X-Amz-Signature=${l.hex(64)}`],
  ['azure sas', (l) => `https://a.blob.core.windows.net/c/b?sv=2022-11-02&sig=${l.mixed(43)}%3D`],
  ['magic link', (l) => `https://example.org/magic-link/${l.mixed(40)}`],
  ['reset link', (l) => `https://example.org/reset-password/${l.base64url(43)}`],
];

const secondFactors: readonly Kind[] = [
  [
    'otpauth',
    (l) => `otpauth://totp/Example:me?secret=${l.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32)}&issuer=Example`,
  ],
  ['totp seed', (l) => `2FA secret: ${l.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 29)}234`],
  ['one-time code', (l) => `Your verification code is ${l.of('123456789', 6)}`],
];

const passwords: readonly Kind[] = [
  ['password', (l) => `password: ${l.mixed(11)}7`],
  ['password equals', (l) => `password=${l.lower(10)}`],
  ['pwd', (l) => `pwd=${l.mixed(10)}9`],
  ['password in json', (l) => `{"user":"me","password":"${l.mixed(11)}4"}`],
  ['password in prose', (l) => `The password is ${l.mixed(9)}5!`],
  ['german', (l) => `Passwort: ${l.mixed(10)}3`],
  ['german kennwort', (l) => `Kennwort lautet ${l.mixed(10)}3`],
  ['french', (l) => `mot de passe : ${l.mixed(10)}6`],
  ['spanish', (l) => `contraseña: ${l.mixed(10)}2`],
  ['portuguese', (l) => `senha=${l.mixed(10)}`],
  ['russian', (l) => `пароль: ${l.mixed(10)}8`],
  ['chinese', (l) => `密码：${l.mixed(10)}8`],
  ['japanese', (l) => `パスワード: ${l.mixed(10)}1`],
  ['polish', (l) => `hasło: ${l.mixed(10)}1`],
  ['passphrase', (l) => `passphrase => ${l.mixed(14)}2`],
  ['pin', (l) => `PIN: ${l.of('123456789', 4)}`],
  ['environment', (l) => `ADMIN_PASS=${l.mixed(12)}8`],
  ['xml', (l) => `<password>${l.mixed(10)}3</password>`],
  ['netrc', (l) => `machine example.org login me password ${l.mixed(12)}`],
  ['password as said', (l) => `use ${l.mixed(9)}9!Ab as the password`],
  ['curl user', (l) => `curl -u editor:${l.mixed(12)} https://example.org`],
];

const named: readonly Kind[] = [
  ['client secret', (l) => `client_secret=${l.mixed(24)}4`],
  ['api key', (l) => `api_key: "${l.mixed(28)}4"`],
  ['framework secret', (l) => `SECRET_KEY_BASE: ${l.hex(64)}`],
  ['words of a wallet', () => `recovery phrase: ${'legal winner thank year wave sausage '.repeat(2).trim()}`],
  ['shared access key', (l) => `SharedAccessKeyName=n;SharedAccessKey=${l.mixed(43)}=`],
  ['key in prose', (l) => `the api key is ${l.mixed(30)}1aB`],
  ['french key', (l) => `clé api : ${l.mixed(30)}1`],
];

function luhn(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

function germanIban(letters: Letters): string {
  const account = letters.of('0123456789', 18);
  const remainder = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - remainder).padStart(2, '0')}${account}`;
}

const evidence: readonly Kind[] = [
  ['data url', (l) => `data:image/png;base64,${l.mixed(80)}`],
  ['png', (l) => `iVBORw0KGgoAAAANSUhEUg${l.mixed(80)}`],
  ['jpeg', (l) => `/9j/4AAQSkZJRg${l.mixed(80)}`],
  ['gzip', (l) => `H4sIAAAAAAAAA${l.mixed(80)}`],
  ['html', () => '<!doctype html><html><head><title>Inbox</title></head></html>'],
  ['html fragment', (l) => `<div class="a"><span>${l.lower(8)}</span><p>x</p><a href="/">y</a></div>`],
];

const numbers: readonly Kind[] = [
  ['visa', (l) => luhn(`4${l.of('0123456789', 14)}`)],
  ['mastercard in groups', (l) => luhn(`53${l.of('0123456789', 13)}`).replace(/(.{4})(?=.)/g, '$1 ')],
  ['amex', (l) => luhn(`37${l.of('0123456789', 12)}`)],
  ['iban', (l) => germanIban(l)],
  ['iban in groups', (l) => germanIban(l).replace(/(.{4})(?=.)/g, '$1 ')],
];

/** Every kind that the detectors are tuned on, first part. */
export const tuningSecrets: readonly SecretKind[] = [
  ...kinds('token', tokens),
  ...kinds('signed token', signed),
  ...kinds('private key', privateKeys),
  ...kinds('authorization', authorization),
  ...kinds('cookie', cookies),
  ...kinds('link', links),
  ...kinds('connection', connections),
  ...kinds('second factor', secondFactors),
  ...kinds('password', passwords),
  ...kinds('named secret', named),
  ...kinds('raw evidence', evidence),
  ...kinds('number', numbers),
  ...kinds('named secret', stored),
];
