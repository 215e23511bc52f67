import type { AnchoredDetector } from '../detector.ts';
import { valueIn } from './looks.ts';

const hasDigit = (match: RegExpExecArray): boolean => /\d/.test(valueIn(match));

const codeWords = [
  ...['verification code', 'security code', 'sign-in code', 'signin code', 'login code', 'recovery code'],
  ...[
    'backup code',
    'one-time code',
    'one-time passcode',
    'one-time pin',
    'authentication code',
    'access code',
  ],
  ...[
    'verification pin',
    'verification-code',
    'verification_code',
    'einmalcode',
    'anmeldecode',
    'sicherheitscode',
  ],
  ...[
    'bestätigungscode',
    'code de vérification',
    'code de sécurité',
    'código de verificación',
    'codigo de verificacion',
  ],
  ...[
    'código de seguridad',
    'código de verificação',
    'codice di verifica',
    'код подтверждения',
    'проверочный код',
  ],
  ...['验证码', '驗證碼', '認証コード', '인증번호', '인증 코드', 'doğrulama kodu', 'kod weryfikacyjny'],
];

const listWords = [
  ...['backup codes', 'recovery codes', 'emergency codes', 'backup_codes', 'recovery_codes', 'backupcodes'],
  ...['recoverycodes', 'scratch codes', 'wiederherstellungscodes', 'backup-codes', 'recovery-codes'],
];

/** Seeds and codes of a second factor. */
export const anchoredSecondFactors = (): readonly AnchoredDetector[] => [
  { rule: 'leak.second-factor', anchors: ['otpauth://', 'otpauth-migration://'], tail: /[^\s"'<>]{4,800}/iy },
  {
    rule: 'leak.second-factor',
    anchors: [
      'totp',
      'otp',
      '2fa',
      'mfa',
      'authenticator',
      'two-factor',
      'two factor',
      'second factor',
      'setup key',
      'second-factor',
    ],
    preceded: /(?:^|[^a-z])$/i,
    tail: /[\w -]{0,20}?["']?(?:\s{0,3}[:=]\s{0,3}|\s{1,3}(?:is\s{1,3})?)["']?(?<value>(?:[A-Z2-7]{4}[ -]?){4,16}|\d{3}[ -]?\d{3})(?![A-Za-z0-9])/iy,
    confirms: hasDigit,
  },
  {
    rule: 'leak.second-factor',
    anchors: codeWords,
    tail: /["']?\s{0,3}(?:[:：=]|is\b|ist\b|est\b|es\b|é\b|è\b|lautet|は|是|：)?:?\s{0,3}["']?(?<value>\d{4,8}|[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){1,7})(?![A-Za-z0-9])/iy,
    confirms: hasDigit,
  },
  {
    rule: 'leak.second-factor',
    anchors: listWords,
    tail: /["']?\s{0,3}[:=]?\s{0,3}\[?\s{0,4}(?:\d{1,2}[.)]\s{1,3})?["']?(?<value>[a-z0-9]{4,8}-[a-z0-9]{4,8}|\d{6,10}|(?=[a-z]*\d)[a-z0-9]{8,12})(?![A-Za-z0-9])(?:["']?[\s,;]{1,4}(?:\d{1,2}[.)]\s{1,3})?["']?[a-z0-9-]{6,17}(?![A-Za-z0-9])){0,20}/iy,
    confirms: hasDigit,
  },
  // `123456 is your code`: the value stands before.
  {
    rule: 'leak.second-factor',
    anchors: [
      ' is your ',
      ' is the ',
      ' ist ihr',
      ' ist dein',
      ' est votre ',
      ' est ton ',
      ' es tu ',
      ' es su ',
    ],
    preceded: /(?<![\w.])(?<value>(?:[A-Z]-)?\d{4,8})\s{0,2}$/,
    tail: /[\p{L}\d ]{0,40}(?:code|código)/iuy,
  },
];
