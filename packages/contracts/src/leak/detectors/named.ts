import type { AnchoredDetector } from '../detector.ts';
import { isPlaceholder } from '../placeholder.ts';
import { commonPasswords } from './common-passwords.ts';
import { isChosen, isOpaque, isRandom, isValue, readsMixed, valueIn } from './looks.ts';
import { ownedWords, owners, passwordWords, secretWords, shortPasswordWords } from './words.ts';

/** A value after a name: bounded, without spaces; quotes and trailing punctuation are not part of it. */
const value = '["\'“‘«「`]?(?<value>[^\\s"\'“”‘’«»「」`,;<>]{4,200}|<[^<>\\s]{1,60}>)';

/** Words that say that what follows is the value. */
const is = '(?:is|ist|est|es|é|è|är|er|on|lautet|was|to|este|jest|to jest|adalah|là)';

/** Whom or what a password is for: a few words, without a sign. */
const purpose =
  '(?:\\s(?:for|für|fuer|para|pour|per|от|для|do|voor|till|til|of|der|des|de)\\s[^:=\\n"\']{1,40}?)?';

const quote = '["\'”’»`]?\\]?';

/** Behind a word for a password: how it is linked to its value, and the value. */
const passwordTail = (): RegExp =>
  new RegExp(
    `(?<suffix>(?:[_-]\\w{1,20}){0,2})(?:${quote}\\s{0,3}(?:=>?|:=|＝|>)\\s{0,3}${value}` +
      `|${quote}(?:\\s${is})?${purpose}${quote}\\s{0,3}(?:[:：→]|->|は|是)\\s{0,3}${value.replace('<value>', '<told>')}` +
      `|["'\`]\\s{0,3},\\s{0,3}["'\`](?<listed>[^\\s"'\`]{6,200})["'\`]` +
      `|${purpose}\\s{1,3}(?:${is}|[-–—])\\s{1,3}${value.replace('<value>', '<said>')}` +
      `|\\s{1,3}${value.replace('<value>', '<bare>')})`,
    'iuy',
  );

function confirmsPassword(match: RegExpExecArray, strict: boolean): boolean {
  const { suffix = '', value, told, listed, said, bare } = match.groups ?? {};
  const text = value ?? told ?? listed ?? said ?? bare ?? '';
  const named = withValue(match, text);
  if (strict && said !== undefined && isCommon(said)) return true;
  if (value !== undefined && startsProse(match, value)) return false;
  const isCalled = told !== undefined && isTitle(match, told);
  if (strict || suffix !== '' || listed !== undefined) return isRandom(named) && !isCalled;
  if (value !== undefined) return isValue(named);
  if (told !== undefined) return (isChosen(named) && !isCalled) || isPlainWord(match, told);
  if (said !== undefined) return isChosen(named) || isCommon(said);
  const signs = /[!@#$%^*]|[a-z][A-Z]|[a-z].*\d.*[A-Z]/.test(text);
  return isValue(named) && ((/\d/.test(text) && signs) || readsMixed(text)) && !/[&=?]/.test(text);
}

const isCommon = (value: string): boolean =>
  commonPasswords.has(value.toLowerCase().replace(/[.!?)\]]+$/, ''));

/**
 * `password: letmein`: a word that looks like no password, but is one of the most chosen; or any word that ends what is said
 * and stands beside the name of an account (`user: bob, password: harbour`).
 */
function isPlainWord(match: RegExpExecArray, told: string): boolean {
  if (isCommon(told)) return true;
  const behind = match.input.slice(match.index + match[0].length, match.index + match[0].length + 4);
  if (!/^\p{L}{6,}[.!)\]}]?$/u.test(told) || isPlaceholder(told) || /^["'”’»`)\]]?[ \t]+\p{L}/u.test(behind))
    return false;
  return account.test(match.input.slice(Math.max(0, match.index - 120), match.index));
}

/** The name of an account and its value, right before the word for its password. */
const account =
  /(?:user|user ?name|login|e-?mail|benutzer(?:name)?|usuario|utilisateur|utente|логин|用户名|ユーザー名)["']?\s{0,2}[:：]\s{0,2}["']?[\p{L}\d][\w.@+-]{1,60}["']?[\s,;|/.]{1,4}(?:\p{L}{1,4}\s)?["'\p{L}]{0,20}$/iu;

/** A title and what it is: `Рыба-меч! Кино недели`, `Sésame2026, la pièce de théâtre`. */
function isTitle(match: RegExpExecArray, told: string): boolean {
  const behind = match.input.slice(match.index + match[0].length).slice(0, 40);
  if (/^\p{L}+(?:[-’']\p{L}+)*[!?…]$/u.test(told)) return /^\s\p{L}+\s\p{L}/u.test(behind);
  return /^\p{L}+(?:19|20)\d\d$/u.test(told) && apposition.test(behind);
}

const apposition =
  /^,\s(?:la|le|une?|the|an?|die|der|das|eine?|el|una?|il|lo)\s\p{L}+\s(?:de|du|d’|of|by|von|vom|des|del|di|da|por|par)\s\p{L}/iu;

/** `Password = required field`: a word, with room on both sides of the sign, and more words after it. */
function startsProse(match: RegExpExecArray, value: string): boolean {
  if (!/^\p{L}+$/u.test(value) || !/\s[=:>]{1,2}\s/.test(match[0])) return false;
  return /^\s\p{L}/u.test(match.input.slice(match.index + match[0].length).slice(0, 2));
}

/** The match as if its value were the group of that name, so that exactly the value is replaced. */
function withValue(match: RegExpExecArray, text: string): RegExpExecArray {
  if (match.groups !== undefined) match.groups.value = text;
  return match;
}

const passwords = (): readonly AnchoredDetector[] => [
  {
    rule: 'leak.password',
    anchors: passwordWords,
    ofWords: true,
    tail: passwordTail(),
    confirms: confirmsPassword,
  },
  {
    rule: 'leak.password',
    anchors: shortPasswordWords,
    preceded: /(?:^|[^\p{L}\d]|_)$/u,
    tail: new RegExp(`(?:[ -]?code)?["']?\\]?\\s{0,3}(?:=>?|[:=]|,\\s{0,3}(?=["']))?\\s{0,3}${value}`, 'iuy'),
    confirms: (match, strict) =>
      /[:=,]/.test(
        match.input.slice(match.index - 1, match.index + match[0].length - valueIn(match).length),
      ) && (strict ? isRandom(match) : isValue(match) && /\d/.test(valueIn(match))),
  },
];

const secrets = (): readonly AnchoredDetector[] => [
  {
    rule: 'leak.password',
    anchors: secretWords,
    tail: new RegExp(
      `\\w{0,40}(?:[ .-]\\w{1,20}){0,2}["'”’»\`]?\\]?\\s{0,3}(?:=>?|:=|:|：|＝|>)\\s{0,3}${value}`,
      'iuy',
    ),
    confirms: (match, strict) =>
      valueIn(match).length >= 6 && (strict ? isRandom(match) || isLongHexadecimal(match) : isChosen(match)),
  },
  {
    rule: 'leak.password',
    anchors: ownedWords,
    preceded: owners,
    tail: new RegExp(
      `(?:[_-]\\w{1,20}){0,2}["'”’»\`]?\\]?\\s{0,3}(?:=>?|:=|:|：|,\\s{0,3}(?=["']))\\s{0,3}${value}`,
      'iuy',
    ),
    confirms: (match) => valueIn(match).length >= 8 && isOpaque(match),
  },
  {
    rule: 'leak.password',
    anchors: [...secretWords, ...ownedWords],
    preceded:
      /(?:^|[^\p{L}\d])(?:(?:client|api|access|account|auth|session|deploy|bot|refresh|secret|app)[ _-]?)?$/iu,
    tail: /(?:\s(?:is|ist|est|es|это))?\s{1,3}(?<value>[\w+/=.-]{16,200})/iuy,
    confirms: isRandom,
  },
  {
    rule: 'leak.password',
    anchors: [
      'seed phrase',
      'recovery phrase',
      'mnemonic',
      'secret phrase',
      'seed words',
      'wallet words',
      'recovery words',
      'backup phrase',
      'backup words',
    ],
    ofWords: true,
    tail: /(?: phrase| words?)?(?:\s{1,3}(?:is|are|was|were))?\s{0,3}[:=]?\s{0,3}(?<value>(?:[a-z]{3,8}[ ,]{1,3}){11,23}[a-z]{3,8})/iy,
    confirms: (match) => !saysSentence.test(valueIn(match)),
  },
];

/** Words of a sentence that stand in no list of a wallet's words, among the first twelve. */
const saysSentence = /^(?:[a-z]+[ ,]+){0,11}(?:and|are|for|from|has|not|the|was|with|your)(?![a-z])/i;

const isLongHexadecimal = (match: RegExpExecArray): boolean => /^[a-f0-9]{32,}$/i.test(valueIn(match));

const accounts = (): readonly AnchoredDetector[] => [
  {
    rule: 'leak.password',
    anchors: [
      'credentials',
      'login',
      'log-in',
      'sign-in',
      'account',
      'zugang',
      'zugangsdaten',
      'anmeldung',
      'user/pass',
      'user/password',
      'accès',
      'acceso',
      'доступ',
      'логин',
    ],
    tail: /["']?\s{0,3}[:=]\s{0,3}[^\s/|]{1,60}\s{0,3}[/|]\s{0,3}(?<value>\S{6,100})/iuy,
    confirms: isRandom,
  },
  {
    rule: 'leak.password',
    anchors: ['-u ', '-p ', '-u', '--user', '--password', '--pass', '--proxy-user'].filter(
      (anchor) => anchor.length > 2,
    ),
    preceded: /(?:^|\s)$/,
    tail: /[ =]?\s{0,2}["']?(?<value>\S{4,100})/iy,
    confirms: (match) =>
      isValue(match) &&
      (/^\S{1,60}[:%]\S{4,}/.test(valueIn(match)) || isRandom(match)) &&
      (/\d/.test(valueIn(match)) || readsMixed(valueIn(match).replace(/^[^:%]*[:%]/, ''))),
  },
  {
    rule: 'leak.password',
    anchors: ['wifi:'],
    tail: /[^\n]{0,100}?;?P:(?<value>[^;\n]{4,100});/iy,
  },
];

/** `use … as the password`: the value stands before. */
const prose: AnchoredDetector = {
  rule: 'leak.password',
  anchors: ['as', 'is', 'for'].flatMap((link) =>
    ['the', 'my', 'your', 'our', 'a'].flatMap((whose) =>
      ['pass', 'pwd', 'code word'].map((word) => ` ${link} ${whose} ${word}`),
    ),
  ),
  preceded: /(?<![^\s"'<>])(?<value>[^\s"'<>]{6,100})["']?\s{0,2}$/,
  tail: /(?:)/y,
  confirms: isRandom,
};

export const anchoredNames = (): readonly AnchoredDetector[] => [
  ...passwords(),
  ...secrets(),
  ...accounts(),
  prose,
];
