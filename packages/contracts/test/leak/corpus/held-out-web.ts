import { kinds, type SecretKind } from './kind.ts';
import type { Letters } from './random.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const digits = '0123456789';

const awsHeader = (l: Letters): string =>
  `Authorization: AWS4-HMAC-SHA256 Credential=AKIA${l.upper(16)}/20240101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${l.hex(64)}`;

/** Headers, cookies, links and connections in notations that the tuning set does not have. */
export const heldOutWeb: readonly SecretKind[] = [
  ...kinds('authorization', [
    ['bearer in a command', (l) => `curl -H "Authorization: Bearer ${l.base64url(40)}" https://api.example`],
    ['bearer in capitals', (l) => `AUTHORIZATION:BEARER ${l.mixed(36)}`],
    ['bearer in a python dictionary', (l) => `headers = {'Authorization': 'Bearer ' + '${l.mixed(40)}'}`],
    ['bearer in fetch', (l) => `fetch(url, { headers: { authorization: \`Bearer ${l.base64url(43)}\` } })`],
    ['basic in json', (l) => `{"headers":{"authorization":"Basic ${base64(`svc:${l.mixed(14)}`)}"}}`],
    ['basic, tab', (l) => `authorization\t:\tbasic\t${base64(`admin:${l.mixed(9)}`)}`],
    [
      'digest',
      (l) => `Authorization: Digest username="me", realm="x", nonce="${l.hex(32)}", response="${l.hex(32)}"`,
    ],
    ['negotiate', (l) => `WWW-Authorization: Negotiate YII${l.mixed(80)}=`],
    ['aws signature', awsHeader],
    ['gitlab header', (l) => `PRIVATE-TOKEN: glpat-${l.base64url(20)}`],
    ['api key header, lower case', (l) => `x-api-key=${l.hex(40)}`],
    ['auth token header', (l) => `X-Auth-Token : ${l.hex(32)}`],
    ['csrf header', (l) => `X-CSRF-Token: ${l.base64url(64)}`],
    ['vault header in har', (l) => `{"name":"X-Vault-Token","value":"hvs.${l.base64url(90)}"}`],
    ['authorization in har', (l) => `{"name":"Authorization","value":"Bearer ${l.mixed(48)}"}`],
    ['bare user and password', (l) => base64(`editor:${l.mixed(14)}!9`)],
    ['bare user and password, mail', (l) => base64(`ed@example.org:${l.mixed(12)}`)],
  ]),
  ...kinds('cookie', [
    ['header with many', (l) => `cookie: _ga=GA1.2.33; theme=dark; session=${l.mixed(43)}; lang=en`],
    ['set-cookie, lower case', (l) => `set-cookie: auth=${l.hex(40)}; Max-Age=3600; SameSite=Lax`],
    ['command', (l) => `curl -b 'sessionid=${l.lower(32)}' https://example.org`],
    ['cookie argument', (l) => `wget --header="Cookie: PHPSESSID=${l.lower(26)}" https://example.org`],
    ['asp.net', (l) => `ASP.NET_SessionId=${l.lower(24)}`],
    ['asp.net core', (l) => `.AspNetCore.Identity.Application=CfDJ8${l.base64url(120)}`],
    ['verification token', (l) => `__RequestVerificationToken=${l.base64url(90)}`],
    ['symfony remember', (l) => `REMEMBERME=${l.base64url(80)}`],
    ['rails', (l) => `_newsroom_session=${l.base64url(120)}--${l.hex(40)}`],
    ['csrf in html', (l) => `<meta name="csrf-token" content="${l.base64url(64)}">`],
    ['csrf hidden field', (l) => `<input type="hidden" name="_csrf" value="${l.base64url(36)}">`],
    [
      'wordpress secure',
      (l) => `wordpress_sec_${l.hex(32)}: admin%7C1711111111%7C${l.mixed(43)}%7C${l.hex(64)}`,
    ],
    [
      'netscape line, http only',
      (l) =>
        `#HttpOnly_example.org\tFALSE\t/app\tTRUE\t0\tconnect.sid\ts%3A${l.base64url(32)}.${l.mixed(43)}`,
    ],
    [
      'storage state',
      (l) =>
        `{"cookies":[{"name":"tok","value":"${l.mixed(30)}","domain":"x.example","path":"/","expires":-1,"httpOnly":true}]}`,
    ],
    [
      'local storage',
      (l) => `{"origin":"https://x.example","localStorage":[{"name":"auth","value":"${l.mixed(40)}"}]}`,
    ],
    ['document.cookie, backticks', (l) => `document.cookie = \`sid=${l.mixed(30)}; path=/\``],
    ['python dictionary', (l) => `cookies = {'sessionid': '${l.lower(32)}'}`],
    ['json object', (l) => `{"PHPSESSID": "${l.lower(26)}"}`],
    ['next auth', (l) => `__Secure-next-auth.session-token=${l.base64url(120)}`],
    [
      'github session',
      (l) => `user_session=${l.base64url(48)}; __Host-user_session_same_site=${l.base64url(48)}`,
    ],
    ['google', (l) => `SAPISID=${l.mixed(17)}/A${l.mixed(16)}; SSID=A${l.mixed(16)}`],
    ['linkedin', (l) => `li_at=AQED${l.base64url(140)}`],
    ['java, in the address', (l) => `https://shop.example/cart;jsessionid=${l.upper(32)}.node1`],
    ['yaml', (l) => `laravel_session: "eyJpdiI6${l.mixed(120)}"`],
    ['cookie jar in prose', (l) => `my cookie is sessionid=${l.lower(32)}`],
  ]),
  ...kinds('link', [
    [
      's3, whole',
      (l) =>
        `https://b.s3.eu-west-1.amazonaws.com/x.png?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA${l.upper(16)}%2F20240101&X-Amz-Signature=${l.hex(64)}`,
    ],
    [
      's3, old',
      (l) =>
        `https://s3.amazonaws.com/b/k?AWSAccessKeyId=AKIA${l.upper(16)}&Expires=1700000000&Signature=${l.mixed(27)}%3D`,
    ],
    [
      'gcs',
      (l) =>
        `https://storage.googleapis.com/b/o?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Signature=${l.hex(128)}`,
    ],
    [
      'cloudfront',
      (l) =>
        `https://d1.cloudfront.net/v.mp4?Policy=${l.mixed(80)}__&Signature=${l.mixed(100)}&Key-Pair-Id=K${l.upper(13)}`,
    ],
    [
      'azure account sas',
      (l) => `?sv=2021-08-06&ss=b&srt=sco&sp=rl&se=2030-01-01&sig=${l.mixed(40)}%2Bab%3D`,
    ],
    [
      'firebase',
      (l) =>
        `https://app.example/__/auth/action?mode=signIn&oobCode=${l.base64url(54)}&apiKey=AIza${l.base64url(35)}`,
    ],
    ['sign-in by mail', (l) => `https://app.example/auth/verify?token=${l.base64url(43)}&type=magiclink`],
    ['reset in the path', (l) => `https://site.example/users/password/reset/${l.mixed(32)}`],
    ['django reset', (l) => `http://site.example/accounts/reset/MTI/${l.lower(6)}-${l.hex(32)}/`],
    ['invitation', (l) => `https://chat.example/invite/${l.base64url(32)}`],
    ['oauth callback', (l) => `https://app.example/callback?code=4/0A${l.base64url(60)}&state=x`],
    [
      'implicit flow',
      (l) => `https://app.example/cb#access_token=${l.mixed(60)}&token_type=bearer&expires_in=3600`,
    ],
    ['meeting', (l) => `https://meet.example/j/88412345678?pwd=${l.mixed(32)}`],
    ['shared document', (l) => `https://docs.example/d/1x/edit?resourcekey=0-${l.base64url(22)}`],
    ['relative', (l) => `/download?file=3&signature=${l.hex(64)}&expires=1700000000`],
    ['password in the query', (l) => `http://cam.example/login.cgi?user=admin&password=${l.mixed(12)}3`],
    ['user info, name alone as token', (l) => `https://${l.hex(40)}:x-oauth-basic@git.example/a.git`],
    ['feed', (l) => `https://example.org/feed.ics?private_token=${l.base64url(20)}7a`],
  ]),
  ...kinds('connection', [
    ['mongo', (l) => `mongodb+srv://app:${l.mixed(16)}@cluster0.ab12c.mongodb.net/db?retryWrites=true`],
    ['redis without a name', (l) => `redis://:${l.mixed(32)}@cache.example:6379/0`],
    ['amqp', (l) => `amqps://svc:${l.mixed(20)}@mq.example/vhost`],
    ['mysql in an environment file', (l) => `DATABASE_URL="mysql://root:${l.mixed(14)}@127.0.0.1:3306/wp"`],
    ['jdbc', (l) => `jdbc:postgresql://db.example/app?user=app&password=${l.mixed(15)}4`],
    ['odbc', (l) => `Driver={ODBC Driver 18};Server=db;Uid=sa;Pwd=${l.mixed(13)}4!;`],
    [
      'ado',
      (l) => `Server=tcp:x.database.windows.net;Database=d;User ID=u;Password=${l.mixed(16)}#1;Encrypt=True`,
    ],
    ['azure storage', (l) => `DefaultEndpointsProtocol=https;AccountName=acc;AccountKey=${l.mixed(86)}==`],
    [
      'service bus',
      (l) =>
        `Endpoint=sb://n.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${l.mixed(43)}=`,
    ],
    ['smtp', (l) => `smtp://mailer%40example.org:${l.mixed(16)}@smtp.example:587`],
    ['ftp', (l) => `ftp://upload:${l.mixed(10)}@files.example/`],
    ['pgpass', (l) => `PGPASSWORD=${l.mixed(14)}2 psql -h db`],
    ['wp-config', (l) => `define( 'DB_PASSWORD', '${l.mixed(14)}7' );`],
    ['docker config', (l) => `{"auths":{"r.example":{"auth":"${base64(`me:${l.mixed(20)}`)}"}}}`],
    ['wireless', (l) => `WIFI:T:WPA;S:office;P:${l.mixed(12)}8;;`],
    ['sentry address', (l) => `https://${l.hex(32)}:${l.hex(32)}@sentry.example/42`],
  ]),
  ...kinds('second factor', [
    [
      'counter seed',
      (l) => `otpauth://hotp/Acme?secret=${l.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}&counter=1`,
    ],
    ['migration', (l) => `otpauth-migration://offline?data=${l.mixed(60)}%3D`],
    [
      'seed in groups',
      (l) =>
        `Authenticator key: ${Array.from({ length: 8 }, () => l.of('abcdefghijklmnopqrstuvwxyz', 3) + l.of('234567', 1)).join(' ')}`,
    ],
    ['seed in json', (l) => `{"totp_secret":"${l.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 31)}7"}`],
    ['message', (l) => `${l.of('123456789', 6)} is your Example verification code. Do not share it.`],
    ['message with prefix', (l) => `G-${l.of('123456789', 6)} is your Google verification code.`],
    ['german message', (l) => `Ihr Sicherheitscode lautet: ${l.of('123456789', 6)}`],
    ['french message', (l) => `Votre code de vérification est ${l.of('123456789', 6)}`],
    [
      'recovery list',
      (l) => `Recovery codes:\n${Array.from({ length: 5 }, () => `${l.hex(4)}1-${l.hex(5)}`).join('\n')}`,
    ],
    ['backup codes in json', (l) => `{"backup_codes":["${l.of(digits, 8)}","${l.of(digits, 8)}"]}`],
    ['otp equals', (l) => `otp=${l.of('123456789', 6)}`],
  ]),
];
