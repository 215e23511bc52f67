import { lazy } from '../lazy.ts';
import { plainForm } from '../leak/fold.ts';

/** What a decision acts on. */
export const nouns =
  'todo todos task tasks gate gates quota quotas goal goals kernel approval approvals permit permits ledger attempt todostate gatestate workflow ticket'.split(
    ' ',
  );

/** What a decision does. */
const verbs =
  'complete finish close open reopen create make raise approve reject accept deny grant revoke resolve settle set update change mark move advance transition cancel block unblock assign delete remove add insert write put post issue consume spend charge reserve release skip start end archive supersede expire decide confirm commit patch upsert promote demote enqueue requeue resume spawn override bypass unlock dismiss waive force mint propose replace'.split(
    ' ',
  );

/** What a decision says something has become. */
const states =
  'status state states decision verdict delta result outcome transition transitions update updates write writes done complete completed closed opened approved rejected accepted resolved decided settled granted spent command commands action actions new next successor entry entries approval approvals'.split(
    ' ',
  );

/** Names that say it by themselves. */
const wholeNames: ReadonlySet<string> = new Set(
  'approve approved approval reject rejected accept accepted complete done transition transitions statetransition proposedtransition proposedtransitions nextaction nextactions nextstate nextstatus nexttodo nextgate nextstep nextsteps markdone markcomplete markcompleted markasdone decision decisions verdict kernelcommand kernelevent command commands directive directives resolution settle settles unblocks successor finalize finalise autoapprove approvalgranted proposal proposals proposedstate statusupdate stateupdate statuschange statechange setstate setstatus acceptdraft finished proposetransition'.split(
    ' ',
  ),
);

export const verbSet: ReadonlySet<string> = new Set(verbs);
export const nounSet: ReadonlySet<string> = new Set(nouns);
export const stateSet: ReadonlySet<string> = new Set(states);

/** Names of the records that would otherwise read like one. */
export const honestNames: ReadonlySet<string> = new Set([
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

/** What stands for a letter; `1` is taken for either of two. */
export const foldedLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** The words of a name in lower case, whatever joins them: case, underscores, spaces, nothing visible. */
export function wordsOf(name: string): readonly string[] {
  const shown = isAscii(name) ? name : plainForm(name);
  const lower = shown.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  return lower.match(/[a-z\d]+/g) ?? [];
}

/** The same name with digits and signs that stand for letters read as such, and nothing between the words. */
export function compactOf(words: readonly string[]): string {
  return words.join('').replace(/[013457]/g, (digit) => foldedLetters[digit] ?? digit);
}

/** Words before a word for a decision that leave it one: `is_approved`, `new_state`, `force_approve`. */
const lends: ReadonlySet<string> = new Set(
  'is was has be new next proposed final set auto force forced my the kernel cux loopx please do'.split(' '),
);

/** What one of those makes a decision of, beside the names that are one by themselves. */
const lent: ReadonlySet<string> = new Set(
  'state status done finished granted approval approvalgranted closed opened settled'.split(' '),
);

/** What says it by itself, or together with words that only lend it a tense. */
function isWholeName(words: readonly string[]): boolean {
  const compact = compactOf(words);
  if (wholeNames.has(compact)) return true;
  const first = words.findIndex((word) => !lends.has(word));
  if (first < 1) return false;
  const rest = compactOf(words.slice(first));
  return wholeNames.has(rest) || lent.has(rest);
}

export const compactDecision = lazy(
  () =>
    new RegExp(
      `(?:${verbs.join('|')})(?:a|the|this|my|next|user|human|owner|review|publish|loopx|cux)?(?:${nouns.join('|')})(?!re|ment|way|keeper)|writeback`,
    ),
);

/** What the kernel holds beside: in a key a decision acts on it, in a text it may be a house or a garden. */
const keyNouns: ReadonlySet<string> = new Set([...nouns, 'lease', 'leases', 'fence', 'fences']);

/** What is done to those, and other words for a decision, of which a text is too full to be looked through for them. */
const keyVerbs: ReadonlySet<string> = new Set([
  ...[...verbs, ...states],
  ...'finalize finalise authorize authorise withdraw renew extend prolong bump lower increase dispatch take steal'.split(
    ' ',
  ),
]);

/** The word, and what it may be a form of: `completing`, `renews`, `approved`. */
function stemsOf(word: string): readonly string[] {
  const stem = /^(\w{2,}?)(?:ing|ed|d|es|s)$/.exec(word)?.[1] ?? word;
  const rest = word.replace(/(?:ing|ed|es)$/, '');
  return [word, stem, rest, `${rest}e`, rest.replace(/([a-z])\1$/, '$1')];
}

const anyForm = (words: readonly string[], known: ReadonlySet<string>): boolean =>
  words.some((word) => stemsOf(word).some((stem) => known.has(stem)));

/** A key as a reader of addresses takes it, and as one that begins at its end does. */
const readingsOf = (name: string): readonly string[] => {
  const decoded = name.replace(/%([2-7][\da-f])/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return [decoded, [...decoded].reverse().join('')];
};

/** Whether a key names a decision that only the kernel may write (`spec/computer-use-runtime-v0`, Receipt Shape). */
export function isWritebackName(name: string): boolean {
  if (name.length > 400 || honestNames.has(name)) return false;
  return readingsOf(name).some((reading) => saysDecision(wordsOf(reading)));
}

function saysDecision(words: readonly string[]): boolean {
  const compact = compactOf(words);
  if (isWholeName(words) || compactDecision().test(compact) || /wr[il]teback/.test(compact)) return true;
  return words.some((word) => keyNouns.has(word)) && anyForm(words, keyVerbs);
}
