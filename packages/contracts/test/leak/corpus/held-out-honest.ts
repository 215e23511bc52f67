import { Letters } from './random.ts';

const digits = '0123456789';
const nouns =
  'cookie token password secret session key bearer login auth credential pin code card account harbour lantern river glacier ballot'.split(
    ' ',
  );
const verbs = 'reset rotate revoke explain review compare publish archive rename count'.split(' ');
const pick = (l: Letters, list: readonly string[]): string => list[l.below(list.length)] ?? '';
const two = (value: number): string => String(value).padStart(2, '0');

function failsLuhn(l: Letters): string {
  const body = l.of(digits, 15);
  const sum = [...body].reverse().reduce((total, digit, at) => {
    const doubled = at % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((11 - (sum % 10)) % 10);
}

/** Handles of many systems, made anew. */
const handles: readonly ((letters: Letters) => string)[] = [
  (l) => `${l.hex(8)}-${l.hex(4)}-7${l.hex(3)}-b${l.hex(3)}-${l.hex(12)}`,
  (l) => `{${l.hex(8)}-${l.hex(4)}-4${l.hex(3)}-9${l.hex(3)}-${l.hex(12)}}`.toUpperCase(),
  (l) => `urn:uuid:${l.hex(8)}-${l.hex(4)}-1${l.hex(3)}-8${l.hex(3)}-${l.hex(12)}`,
  (l) => `01J${l.of('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 23)}`,
  (l) => l.of('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 27),
  (l) => `cl${l.lower(23)}`,
  (l) => l.base64url(10),
  (l) => l.base64url(21),
  (l) => l.hex(24),
  (l) => `sha1-${l.hex(40)}`,
  (l) => `sha512:${l.hex(128)}`,
  (l) => `sha256-${l.mixed(43)}=`,
  (l) => `md5 ${l.hex(32)}`,
  (l) => `W/"${l.hex(16)}"`,
  (l) => `build ${l.hex(7)} of main`,
  (l) => `evt_${l.mixed(24)}`,
  (l) => `cus_${l.mixed(14)}`,
  (l) => `in_1${l.mixed(23)}`,
  (l) => `run-${l.lower(8)}-${l.lower(5)}`,
  (l) => `i-0${l.hex(17)}`,
  (l) => `arn:aws:s3:::newsroom-${l.lower(6)}`,
  (l) => `projects/newsroom/locations/eu/${pick(l, nouns)}s/${l.below(99)}`,
  (l) => `${pick(l, verbs)}-${pick(l, nouns)}-${pick(l, nouns)}`,
  (l) => `${pick(l, verbs)}_${pick(l, nouns)}_${l.below(900)}`,
  (l) => `How to ${pick(l, verbs)} a ${pick(l, nouns)}`,
  (l) => `${pick(l, nouns)}.${pick(l, verbs)}.failed`,
  (l) => `/${pick(l, nouns)}s/${l.below(9_999)}/${pick(l, verbs)}`,
  (l) => `https://shop.example/${pick(l, nouns)}s/${l.below(999)}?sort=${pick(l, verbs)}&page=${l.below(20)}`,
  (l) =>
    `https://example.org/2024/${two(1 + l.below(12))}/${two(1 + l.below(28))}/${pick(l, verbs)}-the-${pick(l, nouns)}/`,
  (l) => `2023-${two(1 + l.below(12))}-${two(1 + l.below(28))} ${two(l.below(24))}:${two(l.below(60))}`,
  (l) => `${two(1 + l.below(28))}.${two(1 + l.below(12))}.2024, ${two(l.below(24))}:${two(l.below(60))} Uhr`,
  (l) => `v${l.below(9)}.${l.below(30)}.${l.below(20)}-beta.${l.below(9)}+${l.hex(7)}`,
  (l) => `+44 20 7${l.of(digits, 3)} ${l.of(digits, 4)}`,
  (l) => `(0${l.of('123456789', 2)}) ${l.of(digits, 3)}-${l.of(digits, 4)}`,
  (l) => `Order ${failsLuhn(l)}`,
  (l) => `Tracking 1Z${l.of('0123456789ABCDEFGHJKLMN', 16)}`,
  (l) => `IMG_2024${l.of(digits, 4)}_${l.of(digits, 6)}.jpg`,
  (l) => `${pick(l, nouns)}-${pick(l, verbs)}-${l.below(40)}.test.ts`,
  (l) => `${pick(l, nouns)}_${l.hex(8)}.woff2`,
  (l) => `item-${l.of(digits, 13)}`,
  (l) => `${l.below(90)}.${l.of(digits, 6)}, ${l.below(180)}.${l.of(digits, 6)}`,
  (l) => `#${l.hex(6)}`,
  (l) => `fe80::${l.hex(4)}:${l.hex(4)}:${l.hex(4)}:${l.hex(4)}`,
  (l) => `${l.hex(2)}:${l.hex(2)}:${l.hex(2)}:${l.hex(2)}:${l.hex(2)}:${l.hex(2)}`,
];

/** One text a line, as pages, people and programs write them. */
const texts = `
Show password
Hide password
Keep me signed in
Stay signed in on this device
I forgot my password
Send me a magic link
Check your inbox for a sign-in link
Enter the code we sent to your phone
Enter the code from your authenticator app
Your verification code will arrive shortly
Use a recovery code instead
Download your recovery codes and keep them safe
Passwords do not match
Password must contain a number and a symbol
Password strength: weak
Passwords: what works and what does not
New password
Confirm new password
Current password
Change password…
Password last changed 3 months ago
Passphrase or PIN
PIN code (4 digits)
Your PIN is never shown here
Access token expires in 30 days
Create a personal access token
Token name
Token scopes: read, write
Tokens used: 1,204 of 8,000
The token was revoked by an administrator
API keys
API key: not set
Secret: ********
Client ID and client secret
Signing secret (hidden)
Rotate signing keys every 90 days
Bearer bonds fell on Tuesday
The ring bearer returns in part two
Basic training starts on Monday
Basic information about the event
Negotiate better terms
Digest of the week: five stories you missed
Authorization required for this area
Authorization: none
Authorised by the editor-in-chief
Cookies are delicious
Cookie: a small text stored by a site
Cookie banner accepted
Accept all cookies
Set cookie preferences
Session 4: Writing for the web
Session: Tuesday afternoon, room 12
Session timed out after 30 minutes
The session key note speaker is late
Key findings: growth slows in the third quarter
Key: value
Key dates: 3 May, 14 June
Public key infrastructure, a primer
Keyboard shortcuts
Secret gardens of Europe
The secret: patience
Secrets of the trade revealed
Top secret files released after 50 years
Login: use your company account
Login / Register
Account: Editorial
Account: editor / Newsroom
Account number ends in 4321
User: editor
User name or email
Credentials: see the handbook
Credential stuffing explained
Two-factor authentication: on
2FA is required for administrators
OTP: one-time password, explained
Code review: 3 comments
Code: see below
Postcode: SW1A 1AA
Discount code: SUMMER
Gift code accepted
Error code: 404
Error code 0x80070005
Code is poetry
Status code 200 OK
Area code: 0161
Dress code: casual
Card: Visa ending in 4242
Card payments are accepted
Card number
IBAN or account number
Bank details are stored by our partner
BIC: COBADEFFXXX
VAT ID: DE123456789
ISBN 0-306-40615-2
ISSN 2049-3630
DOI 10.1000/182
EAN 4006381333931
SKU: AB-12345-XL
Serial number: SN-2024-0099
License: Apache-2.0
License plate recognition
SPDX-License-Identifier: MIT
Recovery: back to normal by Friday
Backup codes
Backup: completed at 02:00
Seed funding closes at 4 million
Seed: 42
Seed phrase: never share it with anyone
Passwort
Passwort anzeigen
Passwort bestätigen
Passwort: mindestens 8 Zeichen
Das Passwort ist abgelaufen.
Das Passwort ist zu kurz
Kennwort vergessen
Anmeldung: bitte warten
Sicherheitscode eingeben
Bestätigungscode: siehe E-Mail
Mot de passe
Le mot de passe est incorrect.
Afficher le mot de passe
Code de vérification
Contraseña
La contraseña es obligatoria
Contraseña: mínimo 8 caracteres
Olvidé mi contraseña
La clave del éxito es la paciencia
Palabras clave: economía, energía
Senha
A senha é muito curta
Password dimenticata?
La password è scaduta
Wachtwoord vergeten?
Lösenord krävs
Glemt adgangskode?
Unohditko salasanan?
Hasło jest nieprawidłowe
Jelszó megerősítése
Şifre sıfırlama
Parolă uitată?
Пароль должен содержать цифру
Пароль: не менее 8 символов
Забыли пароль?
Ключ к успеху: терпение
Токен истёк
Ξεχάσατε τον κωδικό;
كلمة المرور مطلوبة
نسيت كلمة المرور؟
שכחת סיסמה?
पासवर्ड भूल गए?
密码长度至少为8位
忘记密码？
密码：必填
パスワードを入力してください
비밀번호를 잊으셨나요?
비밀번호: 필수
Quên mật khẩu?
ลืมรหัสผ่าน
Γεια σου κόσμε
नमस्ते दुनिया
สวัสดีชาวโลก
Привет, мир! Сегодня 12 мая 2024 года.
今日は2024年5月12日です。
오늘 날씨가 좋습니다
Đây là một bài viết
ეს არის ტექსტი
Այսօր արևոտ է
זהו מאמר על דמוקרטיה
هذا مقال عن الاقتصاد
Þetta reddast
Zażółć gęślą jaźń
Falsches Üben von Xylophonmusik quält jeden größeren Zwerg
Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft
Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz
pneumonoultramicroscopicsilicovolcanoconiosis
Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch
supercalifragilisticexpialidocious
floccinaucinihilipilification
Antidisestablishmentarianism
const total = items.length;
if (user.password === undefined) return;
password: string;
type Token = { kind: string; text: string };
export function parseToken(text: string): Token {
import { readCookie } from './cookies.ts';
const token = await getToken();
token = request.headers.get('authorization')
headers: { authorization: authorizationOf(request) }
password = input("Password: ")
password=$PASSWORD
password: \${{ secrets.DB_PASSWORD }}
API_KEY=your-api-key-here
api_key = os.environ["API_KEY"]
SECRET_KEY=<your secret key>
Authorization: Bearer <token>
Authorization: Bearer YOUR_TOKEN
Authorization: Bearer $TOKEN
Cookie: <redacted>
curl -H "Authorization: Bearer $TOKEN" https://api.example
curl https://example.org/feed.xml
docker run --rm -p 8080:80 nginx
npm install --save-dev vitest
git checkout -b fix/session-token
SELECT id, password_hash FROM users WHERE id = 1
<redacted>
token: <redacted>
password: [hidden]
password: ••••••••
Password: ********
Passwort: ***
access_token=***
{"password":"***"}
{"token":null}
{"name":"title","value":"Harbour opens"}
{"status":"draft","headline":"Harbour opens early","section":"News"}
https://example.org/password-reset
https://example.org/reset-password/help
https://example.org/login/forgotten
https://example.org/verify/
https://example.org/auth/callback
https://example.org/token/pricing
https://example.org/?utm_source=newsletter&utm_campaign=spring-sale
https://example.org/articles/how-to-choose-a-password-in-ten-steps
https://example.org/wiki/Session_(computer_science)
https://example.org/watch?v=dQw4w9WgXcQ
https://example.org/a/b/c.html#section-3
https://user@example.org/inbox
ssh://git@git.example/newsroom.git
git@git.example:newsroom/site.git
file:///home/editor/notes.txt
ws://127.0.0.1:9222/devtools
mailto:desk@example.org?subject=Hello
tel:+4930123456
Lisbon, 3 May — The harbour opened two hours early on Friday.
Council votes 7–4 to keep the library open
Five things to know about passkeys
Why your password manager wants you to pay more
Hackers sold 3 million session cookies, police say
Bank: no card numbers were taken
“Open sesame” is not a password, expert says
The minister said the code of conduct is clear.
Interest rates: 3.75 % (was 4.00 %)
Temperature 21.5 °C, wind 12 km/h
Population: 8,982,000
€ 1.250.000,00
£12.99 (incl. VAT)
12 × 34 = 408
a = b + c; d = e * f
x^2 + y^2 = r^2
E = mc²
H₂SO₄
3,14159265358979
1 234 567 890
0.1 + 0.2 = 0.30000000000000004
192.168.0.1
10.0.0.0/8
00:1A:2B:3C:4D:5E
UTF-8
ISO/IEC 27001:2022
RFC 8785
ThinkPad X1 Carbon Gen 12
iPhone15ProMax256GB
RTX4090OC24GB
WH-1000XM5
Boeing 787-9 Dreamliner
MP3/WAV/FLAC
C:\\Users\\editor\\Documents\\draft-2.docx
/var/log/nginx/access.log
~/notes/password-policy.md
README.md
draft-final-v2 (1).docx
tokenizer.json
secrets.example.yaml
cookie-consent.min.js
passwordStrengthMeter
getAccessTokenSilently
resetPasswordByEmail
AbstractSingletonProxyFactoryBean
sessionStorageProvider
csrfTokenInvalidError
AUTHENTICATION_FAILED
ERR_TOKEN_EXPIRED
password_reset_requested
draft_until_review_gate
blocked_by_unknown_modal
👍🏽 looks good
✓ Saved
→ Next
★★★★☆
— – ‑ …
A\u00a0B
naïve café résumé
const password = form.get('password');
password = prompt_for("database")
DB_PASSWORD=example-only
token = load_from_vault('reader')
Kennwort = Pflichtangabe im Formular
Lösenord: obligatoriskt
Salasana: pakollinen
Adgangskode: kræves
Mot de passe : entre 8 et 64 caractères
Contraseña: entre 8 y 64 caracteres
Jelszó: kötelező
Hasło: wymagane
Пароль: обязательно
Κωδικός: απαιτείται
비밀번호: 8자 이상
密码：6到20位
パスワード：必須
סיסמה: חובה
Mật khẩu: bắt buộc
Kata sandi: wajib
Parola: zorunlu
Clave pública: véase el anexo
Senha: mínimo de 8 caracteres
password: string().required()
password: Annotated[str, Field(min_length=8)]
password: Option<String>,
password: (leave blank to keep)
https://example.org/search?q=mot+de+passe+oubli%C3%A9&lang=fr
https://example.org/help?topic=reset+password&step=3
Token: (none)
Secret: managed elsewhere
Key: Ctrl+Shift+K
API-Schlüssel: nicht gesetzt
`
  .split('\n')
  .filter((line) => line !== '');

/** Texts and handles that must pass; no detector was tuned on them. */
export function heldOutHonest(each: number): readonly string[] {
  const letters = new Letters(0x0c0f_fee5);
  return [...texts, ...handles.flatMap((make) => Array.from({ length: each }, () => make(letters)))];
}
