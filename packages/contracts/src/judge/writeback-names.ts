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

/** The words of a name in lower case, whatever joins them: case, underscores, spaces, nothing visible. */
function wordsOf(name: string): readonly string[] {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[аеорсухіѕткмοαε]/g, (letter) => foldedLetters[letter] ?? letter)
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** The same name with digits and signs that stand for letters read as such, and nothing between the words. */
function compactOf(words: readonly string[]): string {
  return words.join('').replace(/[0134]/g, (digit) => foldedLetters[digit] ?? digit);
}

const compactDecision = new RegExp(
  `(?:${verbs.join('|')})(?:a|the|this|my|next|user|human|owner|review|publish|loopx|cux)?(?:${nouns.join('|')})(?!re|ment|way|keeper)|writeback`,
);

/** Whether a key names a decision that only the kernel may write (`spec/computer-use-runtime-v0`, Receipt Shape). */
export function isWritebackName(name: string): boolean {
  if (name.length > 400 || honestNames.has(name)) return false;
  const words = wordsOf(name);
  const compact = compactOf(words);
  if (wholeNames.has(compact) || compactDecision.test(compact)) return true;
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
 * todos and gates is none, and neither are ids that begin with the noun, unless they are called or assigned to.
 */
export function isWritebackCommand(text: string): boolean {
  if (!codeSigns.test(text)) return false;
  const start = text.search(/\S/);
  let before = '';
  for (const match of text.matchAll(codeName)) {
    const [name] = match;
    const leads = match.index === start || /^(?:cux|loopx|kernel)$/i.test(before);
    if (isCommandName(name, leads, text.slice(match.index - 1, match.index), behind(text, match)))
      return true;
    before = name;
  }
  return false;
}

/** What follows a name: a call, an assignment, or neither. */
function behind(text: string, match: RegExpExecArray): string {
  const end = match.index + match[0].length;
  return /^(?:\(|["'`\])]{0,2}\s{0,3}(?::?=(?!=)))/.exec(text.slice(end, end + 8))?.[0] ?? '';
}

function isCommandName(name: string, leads: boolean, sign: string, follows: string): boolean {
  if (honestNames.has(name)) return false;
  const used = follows !== '' && !(follows.endsWith('=') && /[?&]/.test(sign));
  const parts = name.split(/\.|::|->/);
  if (parts.some((part) => isCommandPart(part, leads || used))) return true;
  if (!used) return false;
  const words = parts.flatMap(spelledWords);
  if (compactDecision.test(compactOf(words))) return true;
  return words.some((word) => nounSet.has(word)) && words.some((word) => verbSet.has(word));
}

/** @param stands at the beginning of the text, or used as code: then dashes join words as well */
function isCommandPart(part: string, stands: boolean): boolean {
  const joined = /_|\p{Ll}\p{Lu}/u.test(part);
  if (!joined && !(stands && (part.includes('-') || /writeback/i.test(part)))) return false;
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
export function holdsWritebackKey(text: string): boolean {
  if (!text.includes('{')) return false;
  let depth = 0;
  for (const [sign, , quoted, bare] of text.matchAll(looseKey)) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth = Math.max(0, depth - 1);
    else if (depth > 0 && isWritebackName(quoted ?? bare ?? '')) return true;
  }
  return false;
}
