import type { AnchoredDetector } from '../detector.ts';
import { isPlaceholder } from '../placeholder.ts';
import { kind } from '../survey.ts';
import { isOpaque, isValue, valueIn } from './looks.ts';

/** URL parameters that carry a credential, with the least length of a value. */
const parameters =
  'access_token refresh_token id_token token auth_token authtoken api_key apikey api-key client_secret secret sig signature x-amz-signature x-amz-credential x-amz-security-token x-goog-signature x-goog-credential awsaccesskeyid key-pair-id policy hdnea hmac password passwd pwd session_id sessionid sid jsessionid phpsessid auth jwt ticket otp magic login_token reset_token reset_password_token confirmation_token invite_token invitation_token oobcode code key skoid nonce_token hash verify unsubscribe_token edit_token share_token upload_id_token x-auth resourcekey samlresponse samlrequest samlart private_token feed_token rss_token job_token oauth_token oauth_verifier code_verifier client_assertion assertion wresult logintoken magic_token access_key secret_key'.split(
    ' ',
  );

/** Words in a path behind which an opaque segment opens something. */
const openers =
  'magic magic-link magiclink login signin sign-in verify verification confirm confirmation activate activation reset reset-password password-reset invite invitation join unsubscribe sso auth token callback recover recovery email-login one-time'.split(
    ' ',
  );

export const anchoredLinks = (): readonly AnchoredDetector[] => [
  {
    rule: 'leak.url-credential',
    anchors: ['://'],
    needs: kind.at,
    preceded: /[a-z][a-z0-9+.-]{1,20}$/i,
    tail: /(?<value>[^\s/@:?#"'<>]{0,200}:[^\s/@"'<>]{2,200})@[^\s]/iy,
    confirms: (match) => !isPlaceholder(valueIn(match).slice(valueIn(match).indexOf(':') + 1)),
  },
  // A token in place of the user.
  {
    rule: 'leak.url-credential',
    anchors: ['https://', 'http://'],
    needs: kind.at,
    tail: /(?<value>[\w-]{20,200})@[\w.-]/iy,
    confirms: isOpaque,
  },
  {
    rule: 'leak.url-credential',
    anchors: parameters.flatMap((name) => [`${name}=`, `${name}%3d`]),
    preceded: /(?:^|[?&#;]|%3f|%26)$/i,
    tail: /(?<value>[^\s&#"'<>{}$]{6,4000})/iy,
    confirms: (match) =>
      isValue(match) &&
      (/\d/.test(valueIn(match))
        ? followsLink(match)
        : valueIn(match).length >= 20 && /[a-z][A-Z]/.test(valueIn(match))),
  },
  {
    rule: 'leak.url-credential',
    anchors: ['jsessionid=', 'phpsessid='],
    preceded: /;$/,
    tail: /(?<value>[\w.!-]{10,200})/iy,
  },
  {
    rule: 'leak.url-credential',
    anchors: ['samlresponse', 'samlrequest', 'samlart'],
    tail: /["']?\s{0,3}[=:]\s{0,3}["']?(?<value>[\w+/=%-]{20,8000})/iy,
  },
  // Magic links: an opaque last segment behind a word that says what it opens.
  {
    rule: 'leak.url-credential',
    anchors: openers.map((word) => `/${word}/`),
    tail: /(?:[\w-]{1,12}\/){0,2}(?<value>[\w.~=-]{20,500})/iy,
    confirms: (match) => isOpaque(match) && !/^(?:[a-z]+-)+[a-z0-9]{1,15}$/i.test(valueIn(match)),
  },
  {
    rule: 'leak.url-credential',
    anchors: ['/private-', '/secret-'],
    tail: /(?<value>[a-f0-9]{24,128}|[\w-]{32,200})/iy,
    confirms: isOpaque,
  },
  // A key behind the `#`, which the server of the link never sees.
  {
    rule: 'leak.url-credential',
    anchors: ['https://'],
    needs: kind.hash,
    tail: /[^\s#"'<>]{4,200}#(?<value>[\w-]{20,200})(?![\w=&-])/iy,
    confirms: (match) =>
      /\d/.test(valueIn(match)) &&
      /[a-z].*[A-Z].*[a-z]|[A-Z].*[a-z].*[A-Z]/.test(valueIn(match)) &&
      !/^\w+(?:-[a-z]+)+$/.test(valueIn(match)),
  },
];

/** At the beginning of a text, rather than behind a `?`, only a value of some length is a parameter's. */
function followsLink(match: RegExpExecArray): boolean {
  const start = match.index - 1;
  const value = valueIn(match);
  return (
    match.input.slice(0, start).match(/[?&#;]|%3f|%26/i) !== null ||
    (value.length >= 20 && /[a-z]/i.test(value))
  );
}
