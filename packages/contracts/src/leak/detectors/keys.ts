import type { Detector } from '../detector.ts';

/** Signed tokens, private keys, authorization headers and second factors. */
export const keyDetectors: readonly Detector[] = [
  // JWT and JWE: a JSON header in base64url, then two to four parts.
  {
    rule: 'leak.signed-token',
    pattern: /(?<![\w-])eyJ[\w-]{8,2000}\.[\w-]{0,6000}\.[\w-]{0,2000}(?:\.[\w-]{1,2000}){0,2}/g,
    strong: true,
  },
  { rule: 'leak.signed-token', pattern: /(?<![\w-])eyJ[\w-]{16,2000}\.eyJ[\w-]{8,6000}/gi, strong: true },
  {
    rule: 'leak.signed-token',
    pattern: /(?<![\w.])v[1-4]\.(?:local|public)\.[\w-]{24,4000}/gi,
    strong: true,
  },
  { rule: 'leak.signed-token', pattern: /(?<![\w-])gAAAAA[\w-]{60,2000}={0,2}/g, strong: true },
  { rule: 'leak.signed-token', pattern: /(?<![\w-])MDA[a-zA-Z0-9]{1,4}[\w+/=-]{60,2000}/g },
  {
    rule: 'leak.private-key',
    pattern:
      /-{3,5}\s{0,3}BEGIN[ \w]{0,40}(?:PRIVATE KEY|KEY BLOCK|CERTIFICATE)(?: BLOCK)?\s{0,3}-{3,5}(?:[\w+/=\s:,.-]{0,8000}-{3,5}\s{0,3}END[ \w]{0,60}-{3,5})?/gi,
    strong: true,
  },
  { rule: 'leak.private-key', pattern: /b3BlbnNzaC1rZXktdjE[\w+/=\s]{0,8000}/g, strong: true },
  { rule: 'leak.private-key', pattern: /PuTTY-User-Key-File-\d/gi, strong: true },
  { rule: 'leak.private-key', pattern: /(?<![\w+/])MII[BCEJ][\w+/]{60,8000}={0,2}/g, strong: true },
  {
    rule: 'leak.private-key',
    pattern: /"kty"\s{0,3}:\s{0,3}"oct"[^{}]{0,200}"k"\s{0,3}:\s{0,3}"[\w-]{16,800}"/g,
  },
  { rule: 'leak.private-key', pattern: /"d"\s{0,3}:\s{0,3}"[\w-]{40,800}"/g },
  {
    rule: 'leak.authorization',
    pattern:
      /(?<![a-z])(?:proxy-?\s?)?authori[sz]ation["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:bearer|basic|token|digest|negotiate|apikey|hawk|aws4-hmac-sha256)\s{1,3})?(?<value>[^\s"'<[{]{8,4000})/gi,
    confirms: (match) => /[\d=+/._-]|[a-z][A-Z]/.test(match.groups?.value ?? ''),
    strong: true,
  },
  {
    rule: 'leak.authorization',
    pattern: /(?<![\w-])(?:bearer|basic|negotiate)\s{1,8}(?<value>[\w.~+/-]{12,4000}={0,2})/gi,
    confirms: (match) => /\d|[a-z][A-Z]|=$/.test(match.groups?.value ?? ''),
  },
  {
    rule: 'leak.authorization',
    pattern:
      /(?<![a-z])x-(?:api-key|auth-token|access-token|amz-security-token|csrf-token|xsrf-token|goog-api-key|vault-token|gitlab-token|session-token)["']?\s{0,3}[:=\s]\s{0,3}["']?(?<value>[^\s"'<[{]{6,4000})/gi,
    confirms: (match) => /\d/.test(match.groups?.value ?? ''),
  },
  { rule: 'leak.second-factor', pattern: /otpauth(?:-migration)?:\/\/[^\s"'<>]{4,400}/gi, strong: true },
  {
    rule: 'leak.second-factor',
    pattern:
      /(?<![a-z])(?:totp|otp|2fa|mfa|authenticator|two[- ]factor|second[- ]factor)[\w -]{0,20}?["']?(?:\s{0,3}[:=]\s{0,3}|\s{1,3}(?:is\s{1,3})?)["']?(?<value>(?:[A-Z2-7]{4}[ -]?){4,16}|\d{3}[ -]?\d{3})(?![A-Za-z0-9])/gi,
    confirms: (match) => /\d/.test(match.groups?.value ?? ''),
  },
  {
    rule: 'leak.second-factor',
    pattern:
      /(?<![a-z])(?:verification|security|sign-?in|login|recovery|backup|einmal|bestätigungs|one-time)[- ]?(?:codes?|passcode|pin)["']?\s{0,3}(?:[:=]|is|ist|lautet)\s{0,3}["']?(?<value>\d{4,8}|[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){1,7})(?![A-Za-z0-9])/gi,
    confirms: (match) => /\d/.test(match.groups?.value ?? ''),
  },
  {
    rule: 'leak.second-factor',
    pattern:
      /(?:sicherheitscode|bestätigungscode|code de (?:vérification|sécurité)|código de (?:verificación|seguridad|verificação)|codice di verifica|код подтверждения|验证码|認証コード)["']?\s{0,3}(?:[:：=]|is|ist|est|es|lautet|は|是)\s{0,3}(?<value>\d{4,8})(?!\d)/gi,
  },
  {
    rule: 'leak.second-factor',
    pattern:
      /(?<![\w.])(?<value>(?:[A-Z]-)?\d{4,8})\s{1,3}(?:is|ist)\s{1,3}(?:your|the|ihr|dein)\s{1,3}[\w ]{0,30}code/gi,
  },
  {
    rule: 'leak.second-factor',
    pattern:
      /(?:backup|recovery|emergency)[ -]?codes?["']?\s{0,3}[:=]\s{0,3}(?<value>[a-z0-9]{4,8}-[a-z0-9]{4,8}(?:[\s,]{1,3}[a-z0-9]{4,8}-[a-z0-9]{4,8}){0,20})/gi,
    confirms: (match) => /\d/.test(match.groups?.value ?? ''),
  },
];
