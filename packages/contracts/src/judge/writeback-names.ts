import { lazy } from '../lazy.ts';
import { type Budget, costs } from '../leak/budget.ts';

/** What a decision acts on. */
const nouns =
  'todo todos task tasks gate gates quota quotas goal goals kernel approval approvals permit permits ledger attempt todostate gatestate workflow ticket'.split(
    ' ',
  );

/** What a decision does. */
const verbs =
  'complete finish close open reopen create make raise approve reject accept deny grant revoke resolve settle set update change mark move advance transition cancel block unblock assign delete remove add insert write put post issue consume spend charge reserve release skip start end archive supersede expire decide confirm commit'.split(
    ' ',
  );

/** What a decision says something has become. */
const states =
  'status state states decision verdict delta result outcome transition transitions update updates write writes done complete completed closed opened approved rejected accepted resolved decided settled command commands action actions'.split(
    ' ',
  );

/** Names that say it by themselves. */
const wholeNames: ReadonlySet<string> = new Set(
  'approve approved approval reject rejected accept accepted complete done transition transitions statetransition proposedtransition proposedtransitions nextaction nextactions nextstate nextstatus nexttodo nextgate nextstep nextsteps markdone markcomplete markcompleted markasdone decision decisions verdict kernelcommand kernelevent command commands directive directives resolution settle settles unblocks successor finalize finalise autoapprove'.split(
    ' ',
  ),
);

const verbSet: ReadonlySet<string> = new Set(verbs);
const nounSet: ReadonlySet<string> = new Set(nouns);
const stateSet: ReadonlySet<string> = new Set(states);

/** Names of the records that would otherwise read like one. */
const honestNames: ReadonlySet<string> = new Set([
  'goal_id',
  'todo_id',
  'attempt_id',
  'gate_id',
  'permit_id',
  'gate_binding',
  'permit_spent',
  'permit_rules',
  'external_write_allowed_without_gate',
]);

const foldedLetters: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  т: 't',
  к: 'k',
  м: 'm',
  ο: 'o',
  α: 'a',
  ε: 'e',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  $: 's',
};

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** The words of a name in lower case, whatever joins them: case, underscores, spaces, nothing visible. */
function wordsOf(name: string): readonly string[] {
  const shown = isAscii(name) ? name : name.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const lower = shown.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  const latin = isAscii(lower)
    ? lower
    : lower.replace(/[аеорсухіѕткмοαε]/g, (letter) => foldedLetters[letter] ?? letter);
  return latin.match(/[a-z\d]+/g) ?? [];
}

/** The same name with digits and signs that stand for letters read as such, and nothing between the words. */
function compactOf(words: readonly string[]): string {
  return words.join('').replace(/[0134]/g, (digit) => foldedLetters[digit] ?? digit);
}

const compactDecision = lazy(
  () =>
    new RegExp(
      `(?:${verbs.join('|')})(?:a|the|this|my|next|user|human|owner|review|publish|loopx|cux)?(?:${nouns.join('|')})(?!re|ment|way|keeper)|writeback`,
    ),
);

/** Everything that stands for each letter of the words above, by the letter. */
function spellingOf(word: string): string {
  const signs = Object.entries(foldedLetters).filter(([sign]) => sign < '\u0080');
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

/** Whether a key names a decision that only the kernel may write (`spec/computer-use-runtime-v0`, Receipt Shape). */
export function isWritebackName(name: string): boolean {
  if (name.length > 400 || honestNames.has(name)) return false;
  const words = wordsOf(name);
  const compact = compactOf(words);
  if (wholeNames.has(compact) || compactDecision().test(compact)) return true;
  const hasNoun = words.some((word) => nounSet.has(word));
  return hasNoun && words.some((word) => verbSet.has(word) || stateSet.has(word));
}

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

/** Whether a name is called or assigned to; a parameter of an address is not. */
function isUsed(text: string, match: RegExpExecArray): boolean {
  const end = match.index + match[0].length;
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
  return words.some((word) => nounSet.has(word)) && words.some((word) => verbSet.has(word));
}

/** @param stands at the beginning of the text, or used as code: then dashes join words as well */
function isCommandPart(part: string, stands: boolean): boolean {
  if (!joinedWords.test(part) && !(stands && (part.includes('-') || /writeback/i.test(part)))) return false;
  const words = spelledWords(part);
  if (compactOf(words).includes('writeback')) return true;
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
