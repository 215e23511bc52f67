import { kinds, type SecretKind } from './kind.ts';
import type { Letters } from './random.ts';

const digits = '0123456789';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const jwt = (l: Letters, algorithm: string): string =>
  `${encoded({ alg: algorithm, kid: l.hex(8) })}.${encoded({ iss: 'https://id.example', sub: l.lower(9), iat: 1_690_000_000 })}.${l.base64url(86)}`;

/** Tokens as they stand in configuration, logs, commands and code: notations that the tuning set does not have. */
export const heldOutTokens: readonly SecretKind[] = [
  ...kinds('token', [
    ['aws pair in an ini file', (l) => `[default]\naws_access_key_id = AKIA${l.of(base32, 16)}`],
    ['aws secret exported', (l) => `export AWS_SECRET_ACCESS_KEY=${l.mixed(40)}`],
    ['aws session in yaml', (l) => `aws_session_token: FwoGZXIvYXdzE${l.mixed(120)}`],
    ['github token in a remote', (l) => `git remote add o https://${'gho_'}${l.mixed(36)}@github.com/a/b`],
    ['github token in a log line', (l) => `[debug] 14:02:11 auth=ghs_${l.mixed(36)} ok`],
    ['github refresh token', (l) => `ghr_${l.mixed(76)}`],
    ['gitlab runner', (l) => `--registration-token glrt-${l.base64url(20)}`],
    ['npmrc line', (l) => `//registry.npmjs.org/:_authToken=npm_${l.mixed(36)}`],
    ['pypirc', (l) => `username = __token__\npassword = pypi-AgEIcHlwaS5vcmc${l.base64url(90)}`],
    [
      'slack user token in code',
      (l) => `const slack = new Client("xoxp-${l.of(digits, 11)}-${l.of(digits, 12)}-${l.hex(32)}")`,
    ],
    [
      'slack workflow hook',
      (l) =>
        `https://hooks.slack.com/workflows/T${l.upper(9)}/A${l.upper(9)}/${l.of(digits, 18)}/${l.mixed(24)}`,
    ],
    ['discord bot', (l) => `client.login('M${l.mixed(25)}.${l.base64url(6)}.${l.base64url(38)}')`],
    [
      'telegram in an address',
      (l) => `https://api.telegram.org/bot${l.of('123456789', 9)}:AA${l.base64url(33)}/getMe`,
    ],
    ['stripe test key in yaml', (l) => `stripe:\n  key: sk_test_${l.mixed(24)}`],
    ['stripe organization key', (l) => `sk_org_live_${l.mixed(40)}`],
    ['openai service key in python', (l) => `openai.api_key = "sk-svcacct-${l.base64url(60)}"`],
    ['openai old key', (l) => `OPENAI_API_KEY=sk-${l.mixed(48)}`],
    ['anthropic admin key', (l) => `x-api-key: sk-ant-admin01-${l.base64url(80)}`],
    [
      'gemini key in an address',
      (l) => `https://generativelanguage.googleapis.com/v1/models?key=AIza${l.base64url(35)}`,
    ],
    ['hugging face in a table', (l) => `| HF | hf_${l.mixed(34)} | prod |`],
    ['deepseek key by name', (l) => `DEEPSEEK_API_KEY: sk-${l.hex(32)}`],
    ['mistral key by name', (l) => `MISTRAL_API_KEY="${l.mixed(32)}"`],
    ['cohere key by name', (l) => `cohere_api_key=${l.mixed(40)}`],
    ['google service refresh', (l) => `refresh_token: 1//0${l.base64url(60)}`],
    ['azure client secret', (l) => `AZURE_CLIENT_SECRET=${l.mixed(3)}8Q~${l.base64url(34)}`],
    ['datadog application key', (l) => `DD_APP_KEY=${l.hex(40)}`],
    ['cloudflare token', (l) => `CLOUDFLARE_API_TOKEN=${l.base64url(40)}`],
    ['heroku key', (l) => `HEROKU_API_KEY=${l.hex(8)}-${l.hex(4)}-4${l.hex(3)}-a${l.hex(3)}-${l.hex(12)}`],
    ['sentry organization token', (l) => `SENTRY_AUTH_TOKEN=sntrys_${l.mixed(80)}_${l.mixed(43)}`],
    ['sendgrid in php', (l) => `$sendgrid = new SendGrid('SG.${l.base64url(22)}.${l.base64url(43)}');`],
    ['twilio token by name', (l) => `TWILIO_AUTH_TOKEN = '${l.hex(32)}'`],
    ['mailgun in a command', (l) => `curl -s --user 'api:key-${l.hex(32)}' https://api.mailgun.net`],
    ['shopify storefront', (l) => `SHOPIFY_ADMIN=shpss_${l.hex(32)}`],
    ['square secret', (l) => `sq0csp-${l.base64url(43)}`],
    ['docker hub organization', (l) => `docker login -u me -p dckr_oat_${l.base64url(32)}`],
    [
      'terraform credentials',
      (l) => `credentials "app.terraform.io" { token = "${l.mixed(14)}.atlasv1.${l.base64url(67)}" }`,
    ],
    ['vault batch', (l) => `VAULT_TOKEN=hvb.${l.base64url(120)}`],
    [
      'kubernetes secret',
      (l) => `data:\n  password: ${Buffer.from(`pw-${l.mixed(14)}1`).toString('base64')}`,
    ],
    ['databricks in a url', (l) => `databricks://token:dapi${l.hex(32)}@adb.example`],
    ['linear in json', (l) => `{"linear":{"apiKey":"lin_api_${l.mixed(40)}"}}`],
    ['notion in an environment file', (l) => `NOTION_KEY=secret_${l.mixed(43)}`],
    [
      'grafana cloud',
      (l) => `GRAFANA=glc_${Buffer.from(`{"o":"1","k":"${l.mixed(24)}"}`).toString('base64')}`,
    ],
    ['algolia admin key', (l) => `algolia_admin_key: ${l.hex(32)}`],
    ['posthog personal', (l) => `phx_${l.mixed(43)}`],
    ['resend', (l) => `new Resend("re_${l.mixed(8)}_${l.mixed(24)}")`],
    ['one-password service', (l) => `OP_SERVICE_ACCOUNT_TOKEN=ops_eyJ${l.base64url(120)}`],
  ]),
  ...kinds('signed token', [
    ['jwt in json', (l) => `{"id_token":"${jwt(l, 'RS256')}"}`],
    ['jwt with no signature', (l) => `${jwt(l, 'none').split('.').slice(0, 2).join('.')}.`],
    ['jwt in a log', (l) => `user=12 jwt ${jwt(l, 'ES384')} expired`],
    [
      'jwe',
      (l) =>
        `${encoded({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.${l.base64url(342)}.${l.base64url(16)}.${l.base64url(80)}.${l.base64url(22)}`,
    ],
    ['paseto local', (l) => `token = "v4.local.${l.base64url(120)}"`],
    ['paseto three', (l) => `v3.public.${l.base64url(160)}.${l.base64url(20)}`],
    ['macaroon', (l) => `MDAx${l.mixed(3)}${l.base64url(120)}`],
    [
      'saml in a form',
      (l) =>
        `SAMLResponse=${Buffer.from(`<samlp:Response ID="_${l.hex(32)}">${l.mixed(80)}`).toString('base64')}`,
    ],
    [
      'saml assertion',
      (l) =>
        `<saml:Assertion ID="_${l.hex(32)}"><ds:SignatureValue>${l.mixed(88)}</ds:SignatureValue></saml:Assertion>`,
    ],
    ['fernet in quotes', (l) => `b'gAAAAAB${l.base64url(100)}=='`],
    [
      'oauth one header',
      (l) =>
        `OAuth oauth_consumer_key="${l.mixed(20)}", oauth_token="${l.mixed(32)}", oauth_signature="${l.mixed(27)}%3D"`,
    ],
  ]),
  ...kinds('private key', [
    [
      'pkcs8',
      (l) =>
        `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC${l.mixed(64)}\n${l.mixed(64)}\n-----END PRIVATE KEY-----`,
    ],
    [
      'escaped in json',
      (l) =>
        `{"type":"service_account","private_key":"-----BEGIN PRIVATE KEY-----\\n${l.mixed(64)}\\n-----END PRIVATE KEY-----\\n"}`,
    ],
    ['encrypted', (l) => `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${l.mixed(64)}\n`],
    ['dsa', (l) => `-----BEGIN DSA PRIVATE KEY-----\r\n${l.mixed(64)}\r\n-----END DSA PRIVATE KEY-----`],
    [
      'pgp block',
      (l) =>
        `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQdG${l.mixed(60)}\n-----END PGP PRIVATE KEY BLOCK-----`,
    ],
    [
      'openssh in yaml',
      (l) => `key: |\n  -----BEGIN OPENSSH PRIVATE KEY-----\n  b3BlbnNzaC1rZXktdjEA${l.mixed(50)}\n`,
    ],
    [
      'age in a comment',
      (l) => `# public key: age1\nAGE-SECRET-KEY-1${l.of('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`,
    ],
    ['rsa as a jwk', (l) => `{"kty":"RSA","n":"${l.base64url(342)}","e":"AQAB","d":"${l.base64url(342)}"}`],
    ['symmetric jwk', (l) => `{"kty":"oct","k":"${l.base64url(43)}"}`],
    ['extended wallet key', (l) => `xprv9s21ZrQH143K${l.mixed(96)}`],
    ['wireguard', (l) => `[Interface]\nPrivateKey = ${l.mixed(43)}=`],
  ]),
];
