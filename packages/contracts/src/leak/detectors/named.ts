import type { Detector } from '../detector.ts';
import { isPlaceholder, looksChosen } from '../placeholder.ts';
import { passwordWords, secretWords } from './words.ts';

/** A value after a name: bounded, without spaces; quotes and trailing punctuation are not part of it. */
const value = '["\'“‘«「]?(?<value>[^\\s"\'“”‘’«»「」,;<>]{4,200}|<[^<>\\s]{1,60}>)';

/** Words that say that what follows is the value. */
const is = "(?:\\s{1,3}(?:is|ist|est|es|é|è|är|er|on|lautet|was|-)|['’]s)";

const valueIn = (match: RegExpExecArray): string => match.groups?.value ?? '';
const isValue = (match: RegExpExecArray): boolean => !isPlaceholder(valueIn(match));
const isChosen = (match: RegExpExecArray): boolean => isValue(match) && looksChosen(valueIn(match));

/** Both letters and digits, and both cases or a sign: a value that nobody writes as a word. */
const isRandom = (match: RegExpExecArray): boolean =>
  isValue(match) && /\d/.test(valueIn(match)) && /[a-z].*[A-Z]|[A-Z].*[a-z]|[!@#$%^&*]/.test(valueIn(match));

const passwords: readonly Detector[] = [
  {
    rule: 'leak.password',
    pattern: new RegExp(`(?:${passwordWords})["'”’»]?\\]?\\s{0,3}(?:=>?|:=|＝)\\s{0,3}${value}`, 'giu'),
    confirms: isValue,
    strong: true,
  },
  {
    rule: 'leak.password',
    pattern: new RegExp(
      `(?:${passwordWords})(?:${is})?["'”’»]?\\s{0,3}(?::|：|->|→|は|是)\\s{0,3}${value}(?<rest>[^\\S\\n]{0,3}\\S?)`,
      'giu',
    ),
    confirms: (match) => isValue(match) && (looksChosen(valueIn(match)) || match.groups?.rest?.trim() === ''),
  },
  {
    rule: 'leak.password',
    pattern: new RegExp(`(?:${passwordWords})["'”’»]?${is}\\s{1,3}${value}`, 'giu'),
    confirms: isChosen,
  },
  {
    rule: 'leak.password',
    pattern: new RegExp(`(?<![\\p{L}\\d])(?:${passwordWords})\\s{1,3}${value}`, 'giu'),
    confirms: (match) =>
      isValue(match) && /\d/.test(valueIn(match)) && /[!@#$%^&*]|[a-z][A-Z]/.test(valueIn(match)),
  },
  {
    rule: 'leak.password',
    pattern: new RegExp(
      `(?<![^\\s"'<>])(?<value>[^\\s"'<>]{6,100})["']?\\s{1,3}(?:as|is|for)\\s{1,3}(?:the|my|your|our|a)\\s{1,3}(?:${passwordWords})`,
      'giu',
    ),
    confirms: isRandom,
  },
  {
    rule: 'leak.password',
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:\\w{1,30}_)?(?:pw|pass|pin(?:[ -]?code)?)["']?\\s{0,3}[:=]\\s{0,3}${value}`,
      'giu',
    ),
    confirms: (match) => isValue(match) && /\d/.test(valueIn(match)),
  },
  {
    rule: 'leak.password',
    pattern: /<(?:password|passwd|pwd|secret|token|api-?key|passphrase)>(?<value>[^<>\s]{4,400})<\//gi,
    confirms: isValue,
  },
];

const secrets: readonly Detector[] = [
  {
    rule: 'leak.password',
    pattern: new RegExp(
      `(?:${secretWords})(?:[_-]\\w{1,20}){0,2}["'”’»]?\\]?\\s{0,3}(?:=>?|:=|:|：)\\s{0,3}${value}`,
      'giu',
    ),
    confirms: (match) => valueIn(match).length >= 6 && isChosen(match),
  },
  {
    rule: 'leak.password',
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:${secretWords})(?:${is})?\\s{1,3}(?<value>[\\w+/=.-]{16,200})`,
      'giu',
    ),
    confirms: isRandom,
  },
  {
    rule: 'leak.password',
    pattern:
      /(?:seed|recovery|mnemonic|backup|secret|wallet)[ -]?(?:phrase|words?|seed)(?: is)?\s{0,3}[:=]?\s{0,3}(?<value>(?:[a-z]{3,8}[ ,]{1,3}){11,23}[a-z]{3,8})/gi,
  },
];

const accounts: readonly Detector[] = [
  {
    rule: 'leak.password',
    pattern:
      /(?:credentials?|log-?in|sign-?in|account)["']?\s{0,3}[:=]\s{0,3}[^\s/|]{1,60}\s{0,3}[/|]\s{0,3}(?<value>\S{6,100})/gi,
    confirms: isRandom,
  },
  {
    rule: 'leak.password',
    pattern:
      /(?<![a-z])machine\s{1,3}\S{1,100}\s{1,3}login\s{1,3}\S{1,100}\s{1,3}password\s{1,3}(?<value>\S{4,100})/gi,
    confirms: isValue,
  },
  {
    rule: 'leak.password',
    pattern:
      /(?<![\w-])(?:curl|wget|mysql|psql|sshpass)\b[^\n]{0,100}\s-{1,2}(?:u|p|user|password)[ =]?(?<value>\S{4,100})/gi,
    confirms: (match) => /:|\d/.test(valueIn(match)) && isValue(match),
  },
];

export const namedDetectors: readonly Detector[] = [...passwords, ...secrets, ...accounts];
