import type { Detector } from '../detector.ts';
import { isPlaceholder, looksChosen } from '../placeholder.ts';

/** Words for a password, in the languages that people write forms in. */
const passwordWords =
  'pass ?word|pass ?wd|passwd|pwd|pass ?phrase|pass ?code|kenn ?wort|passwort|contrase(?:ñ|n)a|clave|mot ?de ?passe|mdp|senha|palavra-passe|wachtwoord|password[ei]|parola|has[lł]o|heslo|jelsz[oó]|l(?:ö|o)senord|adgangskode|passord|salasana|[sş]ifre|пароль|гасло|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|mật ?khẩu|รหัสผ่าน|पासवर्ड|סיסמה|كلمة ?(?:ال)?(?:مرور|سر)|κωδικός';

const secretWords =
  '(?:client|app|api|consumer|shared|signing|webhook|master|encryption|private|secret|access|account|storage|auth|session|service|deploy|license|recovery|bot|user|refresh|id|bearer|csrf|xsrf|anti-?csrf|device|push|oauth|personal)[ _-]?(?:secret(?:[ _-]?(?:access[ _-]?)?key)?|key|tokens?|credentials?|pass)|secret|token|api[ _-]?key|credentials?|access[ _-]?code|session[ _-]?id|security[ _-]?answer|pin[ _-]?code|pin';

/** A value after a name: bounded, without spaces; quotes and trailing punctuation are not part of it. */
const value = '["\'“‘«「]?(?<value>[^\\s"\'“”‘’«»「」,;<>]{4,200}|<[^<>\\s]{1,60}>)';

const valueIn = (match: RegExpExecArray): string => match.groups?.value ?? '';

export const namedDetectors: readonly Detector[] = [
  {
    rule: 'leak.password',
    pattern: new RegExp(`(?:${passwordWords})["'”’»]?\\]?\\s{0,3}(?:=>?|:=|＝)\\s{0,3}${value}`, 'giu'),
    confirms: (match) => !isPlaceholder(valueIn(match)),
    strong: true,
  },
  {
    rule: 'leak.password',
    pattern: new RegExp(
      `(?:${passwordWords})["'”’»]?\\s{0,3}(?::|：|->|→|は|是)\\s{0,3}${value}(?<rest>[^\\S\\n]{0,3}\\S?)`,
      'giu',
    ),
    confirms: (match) => {
      const found = valueIn(match);
      if (isPlaceholder(found)) return false;
      return looksChosen(found) || match.groups?.rest?.trim() === '';
    },
  },
  {
    rule: 'leak.password',
    pattern: new RegExp(
      `(?:${passwordWords})["'”’»]?\\s{1,3}(?:is|ist|est|es|é|è|är|er|on|lautet|was|-)\\s{1,3}${value}`,
      'giu',
    ),
    confirms: (match) => !isPlaceholder(valueIn(match)) && looksChosen(valueIn(match)),
  },
  {
    rule: 'leak.password',
    pattern: new RegExp(`(?<![\\p{L}\\d])(?:${passwordWords})\\s{1,3}${value}`, 'giu'),
    confirms: (match) => /\d/.test(valueIn(match)) && /[!@#$%^&*]/.test(valueIn(match)),
  },
  {
    rule: 'leak.password',
    pattern: new RegExp(
      `(?<![a-z0-9])(?:${secretWords})["'”’»]?\\]?\\s{0,3}(?:=>?|:=|:)\\s{0,3}${value}`,
      'giu',
    ),
    confirms: (match) => {
      const found = valueIn(match);
      return found.length >= 6 && !isPlaceholder(found) && looksChosen(found);
    },
  },
  {
    rule: 'leak.password',
    pattern:
      /(?:user(?:name)?|login|email)["']?\s{0,3}[:=]\s{0,3}\S{1,100}\s{1,3}(?:pw|pass)["']?\s{0,3}[:=]\s{0,3}(?<value>\S{4,100})/gi,
    confirms: (match) => !isPlaceholder(valueIn(match)),
  },
  {
    rule: 'leak.password',
    pattern:
      /(?<![\w-])(?:curl|wget|mysql|psql|sshpass)\b[^\n]{0,100}\s-{1,2}(?:u|p|user|password)[ =]?(?<value>\S{4,100})/gi,
    confirms: (match) => /:|\d/.test(valueIn(match)) && !isPlaceholder(valueIn(match)),
  },
];
