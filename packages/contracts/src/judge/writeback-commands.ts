import { lazy } from '../lazy.ts';
import { type Budget, costs } from '../leak/budget.ts';
import {
  compactDecision,
  compactOf,
  foldedLetters,
  honestNames,
  isAscii,
  isWritebackName,
  nounSet,
  nouns,
  stateSet,
  verbSet,
  wordsOf,
} from './writeback-names.ts';

/** Everything that stands for each letter of the words above, by the letter. */
function spellingOf(word: string): string {
  const signs = Object.entries(foldedLetters);
  return [...word]
    .map((letter) => {
      const others = signs.filter(([, folded]) => folded === letter).map(([sign]) => sign);
      return others.length === 0 ? letter : `[${letter}${others.join('')}]`;
    })
    .join('');
}

/** A name of a decision holds one of these words, however it is written and whatever stands between its letters. */
const actedOn = lazy(() => new RegExp([...nouns, 'writeback'].map(spellingOf).join('|')));

/** Whether a text can hold the name of a decision at all: what has none of the words is looked at no further. */
function mayActOn(text: string): boolean {
  return !isAscii(text) || actedOn().test(text.toLowerCase().replace(/[^a-z\d@$]+/g, ''));
}

/** Shorter than anything that decodes, of letters and digits with nothing that code needs. */
const shortAndPlain = /^[\w .-]{0,15}$/;

/** Whether a text can be let pass without a closer look: it is too short to hold anything encoded, and names nothing that the kernel keeps. */
export const isPlainLabel = (text: string): boolean => shortAndPlain.test(text) && !mayActOn(text);

/** Words before a command that change nothing about it. */
const leadIns: ReadonlySet<string> = new Set(
  'please do run call invoke kernel cux loopx api user'.split(' '),
);

/** A name, or names joined as code joins them: `kernel.complete_todo`, `todo->complete`. */
const codeName = /[\p{L}\p{N}_$@-]{3,400}(?:(?:\.|::|->)[\p{L}\p{N}_$@-]{1,400}){0,8}/gu;

/** Only a text with one of these holds a name that code joins or calls. */
const codeSigns = /[_({=]|\p{Ll}\p{Lu}|\p{L}[.:-]\p{L}|->|[Ww]rite[Bb]ack|WRITEBACK/u;

/**
 * Whether a value holds a command: a verb and what it acts on, joined as code joins words, wherever it stands. Prose about
 * todos and gates is none, and neither are ids that begin with the noun, unless they are called or assigned to. What the
 * budget does not pay for is not looked at.
 */
export function isWritebackCommand(text: string, budget?: Budget): boolean {
  if (isToolCommand(text) || isSlashCommand(text) || isStatement(text) || isRequestLine(text)) return true;
  if (!codeSigns.test(text) || !mayActOn(text)) return false;
  const start = text.search(/\S/);
  let before = '';
  for (const match of text.matchAll(codeName)) {
    const [name] = match;
    if (budget?.pays(costs.look) === false) return false;
    const leads = match.index === start || /^(?:cux|loopx|kernel)$/i.test(before);
    const used = isUsed(text, match);
    if (mayBeCommand(name, leads || used)) {
      if (budget?.pays(costs.name + costs.reach * name.length) === false) return false;
      if (isCommandName(name, leads, used)) return true;
    }
    before = name;
  }
  return false;
}

/** The command line of cux or its like, with the words behind it: `cux gate decide`, `loopx todo complete`. */
const toolLine =
  /(?:^|[\n;&|$`>])[ \t]{0,4}(?:npx[ \t]{1,4})?(?:cux|loopx)[ \t]{1,4}([a-z-]{2,40})[ \t]{1,4}([a-z-]{2,40})/gi;

function isToolCommand(text: string): boolean {
  if (!/cux|loopx/i.test(text)) return false;
  for (const [, ...words] of text.matchAll(toolLine)) {
    const lower = words.map((word) => word.toLowerCase());
    if (lower.some((word) => nounSet.has(word)) && lower.some((word) => verbSet.has(word))) return true;
  }
  return false;
}

/** A whole text that begins as a chat takes a command: `/approve`, `!complete_todo 7`. */
function isSlashCommand(text: string): boolean {
  const [, name] = /^\s{0,5}[/!]([\w-]{3,60})(?:\s|$)/.exec(text) ?? [];
  return name !== undefined && isWritebackName(name);
}

const statement = lazy(() => {
  const names = [...nouns, ...nouns.map((noun) => noun.toUpperCase())].join('|');
  const table = `(?:["'\`[]?\\w{1,40}["'\`\\]]?\\.)?["'\`[]?(?:${names})\\b["'\`\\]]?`;
  const changes = `(?:UPDATE|update)\\s{1,4}${table}\\s{1,4}(?:SET|set)\\s{1,4}\\S{1,60}?\\s{0,4}=`;
  return new RegExp(`\\b(?:${changes}|(?:DELETE\\s{1,4}FROM|INSERT\\s{1,4}INTO)\\s{1,4}${table})`);
});

/** A statement to a database about what only the kernel keeps. `Delete from todo list` on a button is none. */
function isStatement(text: string): boolean {
  if (!/\b(?:UPDATE|update|DELETE|INSERT)\s/.test(text)) return false;
  return statement().test(text);
}

/** A line that a program sends as it stands: `POST /v1/todos/7/complete`, `curl -X DELETE https://host/gates/4`. */
const requestLine =
  /(?:^|[\n;&|$`>])[ \t]{0,4}(?:(?:curl|wget|http|https|xh)[ \t][^\n]{0,100}?)?(POST|PUT|PATCH|DELETE)[ \t]{1,4}["']?(?:https?:\/\/[^\s/"']{1,200})?((?:\/[\w.~:%-]{1,80}){1,12})/g;

/** A write to what only the kernel keeps, as HTTP says it; what reads is no command. */
function isRequestLine(text: string): boolean {
  if (!/\b(?:POST|PUT|PATCH|DELETE)[ \t]/.test(text)) return false;
  for (const [, , path = ''] of text.matchAll(requestLine)) {
    const segments = path.split('/').map((segment) => segment.toLowerCase());
    if (segments.some((segment) => wordsOf(segment).some((word) => nounSet.has(word)))) return true;
  }
  return false;
}

/** Whether a name is called, handed over in a call or assigned to; a parameter of an address is not. */
function isUsed(text: string, match: RegExpExecArray): boolean {
  const end = match.index + match[0].length;
  if (
    /\(\s?["'`]$/.test(text.slice(Math.max(0, match.index - 3), match.index)) &&
    /^["'`]/.test(text.slice(end, end + 1))
  ) {
    return true;
  }
  const [follows = ''] = /^(?:\(|["'`\])]{0,2}\s{0,3}(?::?=(?!=)))/.exec(text.slice(end, end + 8)) ?? [];
  if (follows === '') return false;
  return !(follows.endsWith('=') && /[?&]/.test(text.charAt(match.index - 1)));
}

const joinedWords = /_|\p{Ll}\p{Lu}/u;

/** Only what joins words, or stands where code stands, is taken apart. */
const mayBeCommand = (name: string, stands: boolean): boolean =>
  !honestNames.has(name) && (stands || joinedWords.test(name));

function isCommandName(name: string, leads: boolean, used: boolean): boolean {
  const parts = name.split(/\.|::|->/);
  if (parts.some((part) => isCommandPart(part, leads || used))) return true;
  if (!used) return false;
  const words = parts.flatMap(spelledWords);
  if (compactDecision().test(compactOf(words))) return true;
  if (!words.some((word) => nounSet.has(word))) return false;
  // `todo.status = …` assigns what only the kernel says of it.
  return words.some((word) => verbSet.has(word) || (parts.length > 1 && stateSet.has(word)));
}

/** @param stands at the beginning of the text, or used as code: then dashes join words as well */
function isCommandPart(part: string, stands: boolean): boolean {
  const joined = joinedWords.test(part);
  if (!joined && !(stands && (part.includes('-') || /writeback/i.test(part)))) return false;
  const words = spelledWords(part);
  if (compactOf(words).includes('writeback')) return true;
  // `update-task-list.pdf` and the host `complete-todo-app.example` are names of something else.
  if (!joined && !nounSet.has(words.findLast((word) => !/^\d+$/.test(word)) ?? '')) return false;
  const first = words.findIndex((word) => !leadIns.has(word));
  return verbSet.has(words[first] ?? '') && words.slice(first + 1).some((word) => nounSet.has(word));
}

/** The words of a name; digits and signs among the letters of one are read as letters. */
function spelledWords(name: string): readonly string[] {
  return wordsOf(name.replace(/[$@](?=\p{L})|(?<=\p{L})[$@]/gu, (sign) => foldedLetters[sign] ?? sign)).map(
    (word) => (/[a-z]/.test(word) ? compactOf([word]) : word),
  );
}

/** A key as JSON, JavaScript or YAML in braces write it. */
const looseKey =
  /[{}]|(?<=[{,[(\s]|^)(["'`])([^"'`{}:]{2,60})\1\s{0,5}[:=]|(?<=[{,]\s{0,5})([\p{L}\p{N}_$@-]{2,60})\s{0,5}[:=]/gu;

/**
 * Whether a text holds, in braces, a key that names a decision: for what reads like JSON and is not, because of a fault
 * that another reader may overlook.
 */
export function holdsWritebackKey(text: string, budget: Budget): boolean {
  if (!text.includes('{')) return false;
  let depth = 0;
  for (const [sign, , quoted, bare] of text.matchAll(looseKey)) {
    if (!budget.pays(sign.length === 1 ? costs.anchor : costs.name + costs.reach * sign.length)) return false;
    if (sign === '{') depth += 1;
    else if (sign === '}') depth = Math.max(0, depth - 1);
    else if (depth > 0 && isWritebackName(quoted ?? bare ?? '')) return true;
  }
  return false;
}
