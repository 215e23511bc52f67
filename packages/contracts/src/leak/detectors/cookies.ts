import type { AnchoredDetector, SearchedDetector } from '../detector.ts';
import { kind } from '../survey.ts';
import { isChosen, isValue, readsMixed, valueIn } from './looks.ts';

/** Names under which frameworks and sites keep a session. */
const sessionNames = [
  ...[
    'phpsessid',
    'jsessionid',
    'aspsessionid',
    'asp.net_sessionid',
    '.aspnetcore.',
    '.aspxauth',
    'connect.sid',
    'laravel_session',
  ],
  ...[
    'ci_session',
    'symfony',
    'sessionid',
    'session_id',
    '_session',
    'csrftoken',
    'csrf_token',
    'csrf-token',
    '_csrf',
    'xsrf-token',
  ],
  ...[
    'csrfmiddlewaretoken',
    'authenticity_token',
    '__requestverificationtoken',
    'wordpress_logged_in_',
    'wordpress_sec_',
    'wp-settings-',
  ],
  ...[
    'ssess',
    'rememberme',
    'remember_web',
    'remember_me',
    'remember_token',
    'remember_user_token',
    '__host-',
    '__secure-',
    'sess_',
  ],
  ...[
    'next-auth.session-token',
    'authjs.session-token',
    'session-token',
    'auth_token',
    'access_token',
    'refresh_token',
    'id_token',
  ],
  ...[
    'sapisid',
    'ssid',
    'hsid',
    'apisid',
    'lsid',
    'li_at',
    'c_user',
    'datr',
    'd_prefs',
    'user_session',
    '_gh_sess',
    'dotcom_user',
  ],
  ...[
    'sb-access-token',
    'supabase-auth-token',
    'appsession',
    'keycloak_',
    'moodlesession',
    'adminhtml',
    'koa.sess',
    'rack.session',
  ],
  ...[
    'play_session',
    'vaadin_session',
    'estsauth',
    'fedauth',
    'rtfa',
    'cf_clearance',
    '__cf_bm',
    'sid=',
    'sid"',
    "sid'",
    'sid:',
    'frontend=',
  ],
  ...[
    'xs=',
    'gsessionid',
    'sessiontoken',
    'cakephp',
    'cfid',
    'cftoken',
    'zenid',
    'osctoken',
    'prestashop-',
    'typo3',
    'be_typo_user',
  ],
  ...[
    'fe_typo_user',
    'drupal_uid',
    'joomla_user_state',
    'shopify_',
    '_shopify_',
    'storefront_digest',
    'webflow_sid',
    'squarespace-',
  ],
];

/** Names that say session in general: their value must look like one. */
const generalNames = ['session', 'sess', 'auth', 'sso', 'login', 'remember', 'token', 'jwt', 'tok'].map(
  (name) => `${name}=`,
);

const opaque = (match: RegExpExecArray): boolean => /\d|[a-z][A-Z]|%/.test(valueIn(match));

export const anchoredCookies = (): readonly AnchoredDetector[] => [
  {
    rule: 'leak.cookie',
    anchors: ['cookie:', 'cookie2:', 'cookie :', 'cookie":', 'cookie" :', "cookie':", 'cookie\t:'],
    preceded: /(?:^|[^a-z])(?:set-)?$/i,
    tail: /\s{0,3}["']?(?<value>[\w.$-]{1,100}\s{0,2}=\s{0,2}[^\s;"']{2,4000}(?:;\s{0,2}[\w.$-]{1,100}(?:\s{0,2}=\s{0,2}[^\s;"']{0,4000})?){0,60})/iy,
    confirms: (match) => isValue(match) && (/;/.test(valueIn(match)) || /=.{6}/.test(valueIn(match))),
  },
  {
    rule: 'leak.cookie',
    anchors: sessionNames,
    preceded: /(?:^|[^a-z0-9.-]|_[a-z0-9]{1,30}|__(?:host|secure)-)$/i,
    tail: /(?<more>[\w.-]{0,80})["']?\]?\s{0,3}(?:=>|[=:])?\s{0,3}["'`]?(?<value>[^\s;"'`&<>{}()[\]]{8,4000})/iy,
    confirms: (match, strict) =>
      isValue(match) &&
      opaque(match) &&
      separated(match) &&
      (!strict || isChosen(match)) &&
      !isName(valueIn(match)),
  },
  {
    rule: 'leak.cookie',
    anchors: generalNames,
    preceded: /(?:^|[^\w.-])$/,
    tail: /(?<value>[\w.%+/-]{16,4000})/iy,
    confirms: (match) => /\d/.test(valueIn(match)) && /[a-z]/i.test(valueIn(match)),
  },
  // A line of a Netscape cookie file.
  {
    rule: 'leak.cookie',
    anchors: ['true\t/', 'false\t/', 'true /', 'false /', 'true  /', 'false  /'],
    tail: /[^\s]{0,200}[\t ]{1,4}(?:TRUE|FALSE)[\t ]{1,4}\d{1,12}[\t ]{1,4}\S{1,100}[\t ]{1,4}(?<value>\S{4,4000})/iy,
  },
  {
    rule: 'leak.cookie',
    anchors: ['document.cookie'],
    tail: /\s{0,3}=\s{0,3}["'`](?<value>[^"'`\s]{4,2000})/iy,
  },
  {
    rule: 'leak.cookie',
    anchors: ['localstorage"', "localstorage'", 'sessionstorage"', "sessionstorage'"],
    tail: /\s{0,3}:\s{0,3}\[\s{0,3}\{(?<value>[^\]]{8,4000})/iy,
  },
  {
    rule: 'leak.cookie',
    anchors: ['"cookies"', "'cookies'"],
    tail: /\s{0,3}:\s{0,3}\[\s{0,3}\{[^[\]]{0,400}?["']value["']\s{0,3}:\s{0,3}["'](?<value>[^"']{4,4000})["']/iy,
  },
  {
    rule: 'leak.cookie',
    anchors: ['"value"', "'value'"],
    tail: /\s{0,3}:\s{0,3}["'](?<value>[^"']{4,4000})["'][^{}]{0,400}["'](?:domain|httpOnly|sameSite|path|expires|secure)["']/iy,
  },
  {
    rule: 'leak.cookie',
    anchors: ['-b ', '--cookie '],
    preceded: /(?:^|\s)$/,
    tail: /["']?(?<value>[\w.-]{1,60}=[^\s;"']{8,4000})/iy,
    confirms: (match) => /\d/.test(valueIn(match)) || readsMixed(valueIn(match).replace(/^[^=]*=/, '')),
  },
];

/** Whether a sign stands between the name and its value. */
function separated(match: RegExpExecArray): boolean {
  const head = match.input.slice(match.index - 1, match.index + match[0].length - valueIn(match).length);
  return /[=:]/.test(head);
}

/** `string`, `z.string()`, `getToken`: names in code. */
const isName = (text: string): boolean => /^[a-z]+(?:[A-Z][a-z]+){0,3}[,;.]?$/.test(text);

const attribute = /;\s{0,2}(?:path|domain|expires|max-age|secure|httponly|samesite)\b/;

export const searchedCookies = (): readonly SearchedDetector[] => [
  {
    rule: 'leak.cookie',
    when: ({ kinds }, lower) => (kinds & kind.equals) !== 0 && attribute.test(lower),
    cost: 0.9,
    pattern:
      /(?<value>(?<![\w.$-])[\w.$-]{1,60}=[^\s;=]{8,2000};\s{0,2}(?:path|domain|expires|max-age|secure|httponly|samesite)\b)/gi,
  },
];
