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

/**
 * Whether a value is, or begins with, a command: a verb and what it acts on, joined as code joins words.
 * Prose about todos and gates is not one, and neither are ids that begin with the noun.
 */
export function isWritebackCommand(text: string): boolean {
  const [first = ''] = text
    .trimStart()
    .slice(0, 200)
    .split(/[\s:=({[;,/]/, 1);
  if (!/[_-]|[a-z][A-Z]/.test(first) && !/writeback/i.test(first)) return false;
  const words = wordsOf(first);
  const [verb = '', ...rest] = words;
  const compact = compactOf(words);
  return compact.includes('writeback') || (verbSet.has(verb) && rest.some((word) => nounSet.has(word)));
}
