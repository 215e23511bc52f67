import type { Detector } from '../detector.ts';
import { isPlaceholder } from '../placeholder.ts';

const valueIn = (match: RegExpExecArray): string => match.groups?.value ?? '';
const isValue = (match: RegExpExecArray): boolean => !isPlaceholder(valueIn(match));

/** Names under which frameworks and sites keep a session. */
const sessionNames =
  'PHPSESSID|JSESSIONID|ASPSESSIONID\\w{0,12}|ASP\\.NET_SessionId|\\.AspNetCore\\.[\\w.]{1,60}|\\.ASPXAUTH|connect\\.sid|laravel_session|ci_session|symfony|sessionid|session_id|_session_id|_[a-z0-9]{1,30}_session|csrftoken|csrf_token|_csrf|XSRF-TOKEN|authenticity_token|__RequestVerificationToken|wordpress_(?:logged_in|sec)_\\w{0,40}|wp-settings-\\d+|SSESS\\w{4,40}|SESS[a-f0-9]{8,40}|remember_(?:web|me|token|user_token)\\w{0,50}|__(?:Host|Secure)-[\\w.-]{1,60}|next-auth\\.session-token|auth_token|access_token|refresh_token|id_token|sid|SAPISID|SSID|HSID|APISID|LSID|li_at|c_user|xs|datr|d_prefs|user_session|_gh_sess|dotcom_user|sb-access-token|supabase-auth-token|appSession|keycloak_\\w{1,30}|KEYCLOAK_\\w{1,30}|MoodleSession|frontend|adminhtml|koa\\.sess|rack\\.session|play_session|vaadin_session|ESTSAUTH\\w{0,20}|FedAuth|rtFa|cf_clearance|__cf_bm';

/** URL parameters that carry a credential. */
const parameters =
  'access_token|refresh_token|id_token|token|auth_token|authtoken|api_?key|apikey|client_secret|secret|sig|signature|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential)|awsaccesskeyid|key-pair-id|policy|hdnea|hmac|password|passwd|pwd|session_?id|sid|jsessionid|phpsessid|auth|jwt|ticket|otp|magic|login_token|reset_token|reset_password_token|confirmation_token|invite_token|invitation_token|oobcode|samlresponse|code|key|st|se|skoid|nonce_token|hash|verify|unsubscribe_token|edit_token|share_token|upload_id_token|x-auth|resourcekey|saml(?:response|request|art)';

export const webDetectors: readonly Detector[] = [
  {
    rule: 'leak.cookie',
    pattern:
      /(?<![a-z])(?:set-)?cookie2?["']?\s{0,3}:\s{0,3}["']?(?<value>[\w.$-]{1,100}\s{0,2}=\s{0,2}[^\s;"']{2,4000})/gi,
    strong: true,
  },
  {
    rule: 'leak.cookie',
    pattern: new RegExp(
      `(?<![\\w.])(?:${sessionNames})["']?\\s{0,3}[=:]\\s{0,3}["']?(?<value>[^\\s;"'&<>{}]{8,4000})`,
      'gi',
    ),
    confirms: (match) => isValue(match) && /\d|[a-z][A-Z]|%/.test(valueIn(match)),
  },
  {
    rule: 'leak.cookie',
    pattern:
      /(?<value>(?<![\w.])[\w.$-]{1,60}=[^\s;=]{8,2000};\s{0,2}(?:path|domain|expires|max-age|secure|httponly|samesite)\b)/gi,
    strong: true,
  },
  {
    rule: 'leak.cookie',
    pattern: /(?<![\w.-])(?:session|sess|auth|sso|login|remember)=(?<value>[\w.%+/-]{16,4000})/gi,
    confirms: (match) => /\d/.test(valueIn(match)) && /[a-z]/i.test(valueIn(match)),
  },
  // A line of a Netscape cookie file.
  {
    rule: 'leak.cookie',
    pattern:
      /(?:TRUE|FALSE)[\t ]{1,4}\/[^\s]{0,200}[\t ]{1,4}(?:TRUE|FALSE)[\t ]{1,4}\d{1,12}[\t ]{1,4}\S{1,100}[\t ]{1,4}(?<value>\S{4,4000})/gi,
    strong: true,
  },
  // A cookie in JSON, alone or in a stored browser state.
  {
    rule: 'leak.cookie',
    pattern:
      /["']name["']\s{0,3}:\s{0,3}["'][^"']{1,100}["']\s{0,3},\s{0,3}["']value["']\s{0,3}:\s{0,3}["'](?<value>[^"']{4,4000})["'][^{}]{0,400}["'](?:domain|httpOnly|sameSite|path|expires|secure)["']/gi,
    strong: true,
  },
  {
    rule: 'leak.cookie',
    pattern: /document\.cookie\s{0,3}=\s{0,3}["'`](?<value>[^"'`\s]{4,2000})/gi,
    strong: true,
  },
  {
    rule: 'leak.cookie',
    pattern: /["'](?:local|session)Storage["']\s{0,3}:\s{0,3}\[\s{0,3}\{(?<value>[^\]]{8,4000})/gi,
    strong: true,
  },
  {
    rule: 'leak.url-credential',
    pattern:
      /(?<![\w+.-])[a-z][a-z0-9+.-]{1,20}:\/\/(?<value>[^\s/@:?#"'<>]{0,200}:[^\s/@"'<>]{2,200})@[^\s]/gi,
    confirms: (match) => !isPlaceholder(valueIn(match).slice(valueIn(match).indexOf(':') + 1)),
    strong: true,
  },
  {
    rule: 'leak.url-credential',
    pattern: new RegExp(`[?&#;](?:${parameters})(?:=|%3d)(?<value>[^\\s&#"'<>]{6,4000})`, 'gi'),
    confirms: (match) => isValue(match) && (/\d/.test(valueIn(match)) || valueIn(match).length >= 20),
  },
  {
    rule: 'leak.url-credential',
    pattern:
      /(?<![\w])SAML(?:Response|Request|art)["']?\s{0,3}[=:]\s{0,3}["']?(?<value>[\w+/=%-]{20,8000})/gi,
  },
  // Magic links: an opaque last segment behind a word that says what it opens.
  {
    rule: 'leak.url-credential',
    pattern:
      /(?:https?:\/\/|\/)[^\s?#"'<>]{0,200}\/(?:magic(?:-?link)?|login|signin|sign-in|verify|verification|confirm|confirmation|activate|reset|reset-password|password-reset|password\/reset|invite|invitation|join|unsubscribe|sso|auth|token|callback)\/(?<value>[\w.~=-]{20,500})/gi,
    confirms: (match) => /\d/.test(valueIn(match)) && /[a-z]/i.test(valueIn(match)),
  },
];
