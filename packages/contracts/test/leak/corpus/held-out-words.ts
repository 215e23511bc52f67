import { kinds, type SecretKind } from './kind.ts';
import type { Letters } from './random.ts';

const digits = '0123456789';

const chosen = (l: Letters): string =>
  `${l.of('ABCDEFGHJKLMN', 1)}${l.of('abcdefghijk', 5)}${l.of(digits, 3)}!`;

function luhn(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) {
    const digit = Number(body[body.length - 1 - at]);
    const counted = at % 2 === 0 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return body + String((10 - (sum % 10)) % 10);
}

const bigOf = (text: string): bigint =>
  BigInt(text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)));

function iban(country: string, account: string): string {
  return `${country}${String(98n - (bigOf(`${account}${country}00`) % 97n)).padStart(2, '0')}${account}`;
}

/** Passwords, named secrets, evidence and numbers in notations that the tuning set does not have. */
export const heldOutWords: readonly SecretKind[] = [
  ...kinds('password', [
    ['yaml', (l) => `db:\n  password: ${chosen(l)}`],
    ['properties', (l) => `spring.datasource.password=${l.lower(12)}`],
    ['shell', (l) => `export ADMIN_PASSWORD='${chosen(l)}'`],
    ['ruby hash', (l) => `{ :password => "${chosen(l)}" }`],
    ['php array', (l) => `['password' => '${chosen(l)}']`],
    ['xml attribute', (l) => `<user name="x" password="${chosen(l)}"/>`],
    ['toml', (l) => `passwd = "${chosen(l)}"`],
    ['command line', (l) => `mysql -u root --password=${chosen(l)} shop`],
    ['sentence', (l) => `Log in as editor, the password is ${chosen(l)}`],
    ['chat', (l) => `pw: ${chosen(l)}`],
    ['pass with slash', (l) => `login: editor / ${chosen(l)}`],
    ['two lines', (l) => `Username: editor\nPassword: ${chosen(l)}`],
    ['form body', (l) => `log=admin&pwd=${l.mixed(9)}4&wp-submit=Log+In`],
    ['quoted name', (l) => `"userPassword" : "${chosen(l)}"`],
    ['new password', (l) => `new_password=${l.lower(10)}&confirm=1`],
    ['german sentence', (l) => `Das Passwort ist ${chosen(l)}`],
    ['german access', (l) => `Zugangsdaten: redaktion / ${chosen(l)}`],
    ['french', (l) => `Mot de passe = ${chosen(l)}`],
    ['spanish sentence', (l) => `La contraseña es ${chosen(l)}`],
    ['spanish key', (l) => `clave: ${chosen(l)}`],
    ['italian', (l) => `La password è ${chosen(l)}`],
    ['portuguese', (l) => `Senha: ${chosen(l)}`],
    ['dutch', (l) => `wachtwoord = ${chosen(l)}`],
    ['swedish', (l) => `lösenord: ${chosen(l)}`],
    ['danish', (l) => `adgangskode: ${chosen(l)}`],
    ['norwegian', (l) => `passord er ${chosen(l)}`],
    ['finnish', (l) => `salasana: ${chosen(l)}`],
    ['czech', (l) => `Heslo: ${chosen(l)}`],
    ['hungarian', (l) => `jelszó: ${chosen(l)}`],
    ['turkish', (l) => `Şifre: ${chosen(l)}`],
    ['greek', (l) => `κωδικός: ${chosen(l)}`],
    ['ukrainian', (l) => `Пароль — ${chosen(l)}`],
    ['russian sentence', (l) => `пароль от админки: ${chosen(l)}`],
    ['arabic', (l) => `كلمة المرور: ${chosen(l)}`],
    ['hebrew', (l) => `סיסמה: ${chosen(l)}`],
    ['hindi', (l) => `पासवर्ड: ${chosen(l)}`],
    ['korean', (l) => `비밀번호: ${chosen(l)}`],
    ['chinese, traditional', (l) => `密碼是 ${chosen(l)}`],
    ['japanese sentence', (l) => `パスワードは ${chosen(l)} です`],
    ['vietnamese', (l) => `Mật khẩu: ${chosen(l)}`],
    ['indonesian', (l) => `kata sandi: ${chosen(l)}`],
    ['romanian', (l) => `Parola: ${chosen(l)}`],
  ]),
  ...kinds('named secret', [
    ['client secret in json', (l) => `{"client_secret": "${l.base64url(40)}"}`],
    ['api key in an address', (l) => `https://api.example/v1?api_key=${l.hex(32)}`],
    ['api secret', (l) => `apiSecret: '${l.mixed(32)}'`],
    ['signing key', (l) => `SIGNING_SECRET=${l.hex(32)}`],
    ['django', (l) => `SECRET_KEY = 'django-insecure-${l.lower(50)}'`],
    ['rails master', (l) => `RAILS_MASTER_KEY=${l.hex(32)}`],
    ['laravel', (l) => `APP_KEY=base64:${l.mixed(43)}=`],
    ['wordpress salt', (l) => `define('AUTH_KEY', '${l.mixed(30)}#${l.mixed(30)}');`],
    ['jwt secret', (l) => `JWT_SECRET=${l.mixed(24)}5`],
    ['encryption key', (l) => `encryptionKey: "${l.hex(64)}"`],
    ['token in prose', (l) => `Use the token ${l.mixed(38)}1aB to call it`],
    ['access token in json', (l) => `{"access_token":"${l.mixed(40)}","token_type":"bearer"}`],
    ['refresh token', (l) => `refresh_token=${l.base64url(50)}1`],
    ['webhook secret in yaml', (l) => `webhook_secret: ${l.hex(40)}`],
    ['bot token', (l) => `BOT_TOKEN=${l.mixed(40)}3`],
    ['russian token', (l) => `токен: ${l.mixed(32)}4`],
    ['chinese key', (l) => `密钥：${l.mixed(32)}4`],
    ['licence', (l) => `license_key=${Array.from({ length: 5 }, () => l.upper(5)).join('-')}1`],
    [
      'mnemonic',
      () =>
        `mnemonic: ${'abandon ability able about above absent absorb abstract absurd abuse access accident'}`,
    ],
    ['xml element', (l) => `<apiKey>${l.mixed(32)}</apiKey>`],
  ]),
  ...kinds('raw evidence', [
    ['svg data url', (l) => `data:image/svg+xml;utf8,<svg xmlns='x'>${l.lower(30)}</svg>`],
    ['css image', (l) => `url("data:image/webp;base64,UklGR${l.mixed(100)}")`],
    ['pdf', (l) => `JVBERi0xLjcK${l.mixed(120)}`],
    ['webm', (l) => `GkXfo59ChoEB${l.mixed(100)}`],
    ['zip', (l) => `UEsDBBQAAAAI${l.mixed(100)}`],
    ['png in hex', (l) => `89504e470d0a1a0a0000000d49484452${l.hex(80)}`],
    ['gzip in hex', (l) => `1f8b0800000000000003${l.hex(60)}`],
    ['page', () => `<html lang="en"><head><meta charset="utf-8"></head><body class="x">Hi</body></html>`],
    ['table rows', (l) => `<tr><td>${l.lower(5)}</td><td>${l.lower(5)}</td></tr><tr><td>1</td></tr>`],
    ['script', (l) => `<script src="/a.js" nonce="${l.lower(8)}"></script>`],
    ['filled field', (l) => `<input name="email" value="${l.lower(6)}@example.org">`],
    [
      'blob address',
      (l) => `blob:https://example.org/${l.hex(8)}-${l.hex(4)}-4${l.hex(3)}-9${l.hex(3)}-${l.hex(12)}`,
    ],
  ]),
  ...kinds('number', [
    ['visa with dashes', (l) => luhn(`4${l.of(digits, 14)}`).replace(/(.{4})(?=.)/g, '$1-')],
    ['mastercard, new range', (l) => luhn(`2720${l.of(digits, 11)}`)],
    ['amex in its groups', (l) => luhn(`34${l.of(digits, 12)}`).replace(/^(.{4})(.{6})(.{5})$/, '$1 $2 $3')],
    ['discover in prose', (l) => `Card no. ${luhn(`6011${l.of(digits, 11)}`)}, exp 04/29`],
    ['jcb', (l) => luhn(`3566${l.of(digits, 11)}`)],
    ['diners', (l) => luhn(`305${l.of(digits, 10)}`)],
    ['unionpay', (l) => luhn(`6221${l.of(digits, 11)}`)],
    ['british account', (l) => iban('GB', `NWBK${l.of(digits, 14)}`)],
    ['french account in groups', (l) => iban('FR', l.of(digits, 23)).replace(/(.{4})(?=.)/g, '$1 ')],
    ['dutch account', (l) => `IBAN: ${iban('NL', `ABNA${l.of(digits, 10)}`)}`],
    ['polish account', (l) => iban('PL', l.of(digits, 24)).toLowerCase()],
    ['norwegian account', (l) => iban('NO', l.of(digits, 11))],
  ]),
];
