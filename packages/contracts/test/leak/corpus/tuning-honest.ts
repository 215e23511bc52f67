import { Letters } from './random.ts';

const words =
  'article autumn button cookie council culture draft editor election figure garden harvest headline market meadow notes password policy quarter reader reset review river school season secret session sport summer token update village weather window'.split(
    ' ',
  );

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Handles that systems give, none of them a secret. */
const handles: readonly ((letters: Letters) => string)[] = [
  (l) => `${l.hex(8)}-${l.hex(4)}-4${l.hex(3)}-a${l.hex(3)}-${l.hex(12)}`,
  (l) => `01${l.of(crockford, 24)}`,
  (l) => `attempt_01${l.of(crockford, 24).toLowerCase()}`,
  (l) => l.base64url(21),
  (l) => l.mixed(27),
  (l) => `sha256:${l.hex(64)}`,
  (l) => l.hex(40),
  (l) => l.hex(32),
  (l) => `order_${l.lower(12)}`,
  (l) => `session_reference_${l.of('0123456789', 6)}`,
  (l) => `provider_owned_opaque_session_handle_${l.below(99)}`,
  (l) => `${words[l.below(words.length)]}-${words[l.below(words.length)]}-${words[l.below(words.length)]}`,
  (l) => `reset-${words[l.below(words.length)]}-page-${l.below(500)}`,
  (l) => `https://newsroom.example/articles/${l.below(99_999)}/edit`,
  (l) => `https://newsroom.example/search?q=${words[l.below(words.length)]}&page=${l.below(40)}`,
  (l) =>
    `2024-${String(1 + l.below(12)).padStart(2, '0')}-1${l.below(10)}T1${l.below(10)}:0${l.below(10)}:00.000Z`,
  (l) => `170000${l.of('0123456789', 7)}`,
  (l) => `v${l.below(20)}.${l.below(40)}.${l.below(90)}`,
  (l) => `https://files.newsroom.example/pictures/${l.base64url(32)}/small.png`,
  (l) => `ref-${l.base64url(24)}`,
  (l) => Array.from({ length: 20 }, () => l.hex(2)).join('.'),
  (l) => Array.from({ length: 12 }, () => 10 + l.below(90)).join('\n'),
  (l) => Array.from({ length: 4 }, () => `10.${l.below(99)}.${l.below(99)}.${l.below(99)}`).join('; '),
  (l) => Array.from({ length: 16 }, () => `0x${l.hex(2)}`).join(', '),
];

/** Texts as pages and people write them. */
export const honestTexts: readonly string[] = [
  ...[
    'Save draft',
    'Publish',
    'Confirm publish',
    'Ready to publish?',
    'Sign in',
    'Password',
    'Headline',
    'Body',
  ],
  ...[
    'Forgot your password?',
    'Password (required)',
    'Password: required',
    'Passwort: erforderlich',
    'Mot de passe : obligatoire',
    'Пароль: обязательно',
    'password: see the vault',
    'Password: ask the desk',
    'Password: forgotten?',
    'Username: visible. Password: hidden.',
    'User: editor, password: verified',
    'Login: editor. Password: the one from the vault',
    'E-mail: editor@newsroom.example, password: unchanged',
    'Tip for the password: something long',
    'Password: weak',
    'New password: strong',
    'Password: at least 8 characters',
  ],
  ...[
    'Your password must be changed every year.',
    'The password is incorrect.',
    'The password is not shared.',
  ],
  ...['Token', 'Copy token', 'API key: none', 'Secret: hidden', 'Session expired, please sign in again'],
  ...[
    'We use cookies to make this site work.',
    'Cookie policy',
    'Cookie: what is it?',
    'Manage cookies: all or none',
  ],
  ...['The secret of good soup: patience', 'Bearer of good news', 'basic authentication explained'],
  ...['authorization: required', 'Authorization is needed for this page', 'Set a new passphrase'],
  ...[
    'reset-cookie-page',
    'token-overview-2024',
    'bearer-token-docs',
    'password_reset_requested',
    'csrf-explained',
  ],
  ...[
    'Passwort vergessen?',
    'Passwort ändern',
    'Mot de passe oublié ?',
    'Contraseña olvidada',
    'パスワードを忘れた方',
  ],
  ...['пароль забыт?', '密码已过期', 'Пожалуйста, войдите', '東京の天気は晴れ', 'مرحبا بالعالم', 'שלום עולם'],
  ...[
    'Café déjà vu — naïve façade',
    'Größe: 42, Farbe: grün',
    'Ünïcödé',
    'ＦＵＬＬ ＷＩＤＴＨ',
    '👩‍👩‍👧 family',
  ],
  ...[
    '<redacted>',
    'password: <redacted>',
    'token=***',
    'Authorization: Bearer <redacted>',
    'cookie: [removed]',
  ],
  ...[
    `password=$${'{PASSWORD}'}`,
    'api_key: {{ api_key }}',
    'Order 4111 1111 1111 1112',
    'Invoice 2024-000123',
  ],
  ...[
    'Call 030 1234567 or +49 30 1234567',
    'ISBN 978-3-16-148410-0',
    'Flight LH 1234, seat 12A',
    'DE89 is a prefix',
  ],
  ...[
    'a < b and c > d',
    'if x = 1: y',
    'key: value',
    'status = 200',
    'Score 3:2',
    'time 14:02',
    'ratio 16:9',
  ],
  ...[
    'https://example.org/',
    'https://example.org/reset-password',
    'https://example.org/login?next=/articles',
  ],
  ...[
    'http://127.0.0.1:4100/articles/12/edit',
    'mailto:editor@example.org',
    'editor@example.org',
    '/api/articles/12',
  ],
  ...[
    'Publish “Q3 notes” to newsroom.example as drafted at 14:02?',
    'Step 3 of 5',
    '100 % done',
    '50%25',
    'C:\\temp',
  ],
  ...[
    'stop at final confirmation or unknown modal',
    'draft screen is reachable and final action remains unclicked',
  ],
  ...[
    '/status:string',
    '/headline:string',
    'guard.no-rule',
    'draft_until_review_gate',
    'host_screenshot_pointer',
  ],
  ...[
    'SELECT name FROM users',
    'git commit -m "notes"',
    'curl https://example.org',
    'pass the salt',
    'pin the note',
  ],
  ...[
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.',
    'secret santa',
    'keyboard',
  ],
  ...[
    'Two-factor sign-in is on',
    'Enter the 6-digit code',
    'OTP sent',
    'Your code: check your phone',
    'code is poetry',
  ],
  ...[
    'The session is over. The key is under the mat.',
    'Access code required',
    'Recovery codes',
    'sid',
    'auth',
  ],
  ...[
    'Password: 8–64 characters',
    'Mot de passe : obligatoire',
    'Clave: pendiente',
    'Senha: obrigatória',
    "Parola d'ordine: risparmiare",
    'Wachtwoord: verplicht',
    'Passord: påkrevd',
    'Heslo: povinné',
    'パスワード：8文字以上',
    'password: z.string().min(8)',
    'password: (unchanged)',
    'https://example.org/search?q=password+manager&page=2',
    'password = read_secret("db")',
    'Wachtwoord = verplicht veld',
    'PASSWORD=changeme-please',
  ],
];

/** Texts and handles that must pass, the same in every run. */
export function tuningHonest(each: number): readonly string[] {
  const letters = new Letters(20_240_611);
  return [...honestTexts, ...handles.flatMap((make) => Array.from({ length: each }, () => make(letters)))];
}
