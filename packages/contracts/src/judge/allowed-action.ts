import { Budget } from '../leak/budget.ts';
import { foldLookalikes, foldWidth } from '../leak/fold.ts';
import { originalView } from '../leak/view.ts';
import * as verbs from './effect-verbs.ts';

/**
 * Whether an action that a request allows has an effect that its class has not: whatever clause of it publishes, sends,
 * pays or deletes, an action without any bound, and in a request that reads, whatever fills or saves. What is told not to be done, only looked at, or
 * the name of a control counts for nothing.
 */
export function allowsEffect(action: string, effectClass: 'read' | 'draft'): boolean {
  return spellings(action).some(
    (text) =>
      verbs.unbounded.test(text.trim()) ||
      sentencesOf(text).some(
        (sentence) =>
          clausesOf(sentence).some((clause) => hasEffect(clause)) ||
          (effectClass === 'read' && clausesOf(sentence).some((clause) => edits(clause))),
      ),
  );
}

/** The text in lower case without marks, as it stands and with lookalike letters as Latin ones. */
function spellings(action: string): readonly string[] {
  const budget = new Budget();
  const view = originalView(spacedApart(action), false);
  const shown = foldWidth(view, budget) ?? view;
  const latin = foldLookalikes(shown, budget)?.text ?? shown.text;
  return [...new Set([latin, shown.text].map((text) => unmarked(text.toLowerCase())))];
}

/** `P U B L I S H` is a word, and `publishArticle` two. */
const spacedApart = (action: string): string =>
  action
    .replace(/(?<!\p{L})(?:\p{L}[ ._-]){3,40}\p{L}(?!\p{L})/gu, (letters) => letters.replace(/[ ._-]/g, ''))
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');

const unmarked = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').replace(/ł/g, 'l').replace(/[’‘]/g, "'");

/** Parts of which each says what to do by itself. */
const sentencesOf = (text: string): readonly string[] =>
  text.split(
    /[.;:!?\n。；：！？→>&|+]|(?<!\p{L})(?:then|and then|and|but|afterwards|finally|und|dann|danach|aber|et|puis|mais|y|luego|despues|pero|e|depois|poi|ma|i|potem|en|dan|och|и|затем|потом|но)(?!\p{L})|然后|然後|并且|再(?=[发點点按])|그리고|その後|、そして/u,
  );

/** Parts at commas; a list that ends in `or` is one part, so that what turns it around holds for all of it. */
const clausesOf = (sentence: string): readonly string[] =>
  /(?<!\p{L})(?:or|nor|oder|ou|o|или|或)(?!\p{L})/u.test(sentence) ? [sentence] : sentence.split(/[,，、]/u);

const leadIn =
  /^(?:please|now|next|also|just|only|simply|directly|immediately|automatically|to|may|can|will|shall|must|should|you|it|the|agent|provider|is|are|allowed|go|ahead|proceed|bitte|jetzt|nun|por|favor|maintenant|ahora|пожалуиста|пожалуйста|请|\d+\)?|[-*•#]+)$/u;

function wordsIn(clause: string): readonly string[] {
  const words = clause.match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
  const first = words.findIndex((word) => !leadIn.test(word));
  return first === -1 ? [] : words.slice(first);
}

function hasEffect(clause: string): boolean {
  if (unspacedHasEffect(clause)) return true;
  const words = wordsIn(clause);
  const phrase = verbs.effectPhrase.exec(clause);
  if (phrase !== null && !isTurned(clause.slice(0, phrase.index))) return true;
  return words.some((_, index) => isEffectAt(words, index));
}

const isTurned = (before: string): boolean => wordsOnly(before).some((word) => verbs.isNegator(word));

const wordsOnly = (text: string): readonly string[] => text.match(/[\p{L}][\p{L}'-]*/gu) ?? [];

function isEffectAt(words: readonly string[], index: number): boolean {
  const word = words[index] ?? '';
  const rest = words.slice(index + 1);
  const behind = rest.join(' ');
  const english = verbs.isEnglishEffect(word);
  const dependent = verbs.isDependentEffect(word, behind);
  if (!english && !dependent && !verbs.isForeignEffect(word)) return false;
  if (words.slice(0, index).some((each) => verbs.isNegator(each))) return false;
  if (/^(?:nothing|rien|nada|nichts|niente|ничего|no|never|nie)$/u.test(rest[0] ?? '')) return false;
  if (verbs.stays.test(words.join(' '))) return false;
  if (verbs.harmlessObject.test(behind)) return false;
  return isUsed(words, index, english || dependent);
}

/** Whether a word for an effect is what to do, rather than the name of something. */
function isUsed(words: readonly string[], index: number, english: boolean): boolean {
  const next = words[index + 1] ?? '';
  const before = words.slice(0, index);
  if (before.some((word) => verbs.isPress(word))) return !verbs.setting.test(next) && !isChosen(words, index);
  const behind = words.slice(index + 1);
  if (behind.some((word) => verbs.isPress(word))) return true;
  // `Submit form` says what to do, `submit form is open` what there is.
  if (words.length === 2 && index === 0 && verbs.place.test(next)) return true;
  if (verbs.control.test(next) || verbs.setting.test(next)) return false;
  if (!english) return !looks(before) && !before.some((word) => verbs.control.test(word));
  if (index === 0) return true;
  const link = before.at(-1) ?? '';
  if (
    /^(?:to|may|can|will|shall|must|let|it|they|please|now|and|or|immediately|directly|finally)$/.test(link)
  ) {
    return before.at(-2) !== 'how' && !(looks(before) && link !== 'to');
  }
  return (
    !looks(before) &&
    /^(?:it|this|that|them|the|an?|all|every|everything|now|immediately|once|our|your)$/.test(next)
  );
}

/** A value that is chosen is named by what it is one of: `select the section “Publishing”`, `“Send later” as the option`. */
function isChosen(words: readonly string[], index: number): boolean {
  const before = words.slice(0, index);
  if (!before.some((word) => verbs.isChoice(word))) return false;
  const named = before.at(-1) ?? '';
  const behind = words.slice(index + 1).join(' ');
  return (
    /^(?:section|category|option|value|status|type|tag|topic|label|list|menu|filter)$/.test(named) ||
    /(?:^|\s)as (?:the|an?) (?:section|category|option|value|status|type|tag|topic|label)(?![\p{L}-])/u.test(
      behind,
    )
  );
}

const looks = (words: readonly string[]): boolean => verbs.looks().test(words[0] ?? '');

function unspacedHasEffect(clause: string): boolean {
  if (!verbs.unspacedEffect.test(clause) || verbs.unspacedNegator.test(clause)) return false;
  if (verbs.unspacedPress.test(clause)) return true;
  return !verbs.unspacedControl.test(clause) && !verbs.unspacedLooks.test(clause);
}

function edits(clause: string): boolean {
  const [first = '', ...rest] = wordsIn(clause);
  if (!verbs.editVerb.test(first)) return false;
  const object = rest.join(' ');
  return !verbs.readingObject.test(object) && !verbs.control.test(rest[0] ?? '') && !verbs.stays.test(object);
}
