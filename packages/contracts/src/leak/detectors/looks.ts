import { isPlaceholder, looksChosen } from '../placeholder.ts';

/** The value of a match: its named group, or all of it. */
export const valueIn = (match: RegExpExecArray): string => match.groups?.value ?? match[0];

/** Not a placeholder, not a word that stands where a value would. */
export const isValue = (match: RegExpExecArray): boolean => !isPlaceholder(valueIn(match));

/** A value that somebody chose: a digit, a sign or mixed case. */
export const isChosen = (match: RegExpExecArray): boolean => isValue(match) && looksChosen(valueIn(match));

/** Both letters and digits, and both cases or a sign: a value that nobody writes as a word. */
export const isRandom = (match: RegExpExecArray): boolean => isValue(match) && readsRandom(valueIn(match));

export function readsRandom(text: string): boolean {
  return /\d/.test(text) && /[a-z].*[A-Z]|[A-Z].*[a-z]|[\p{L}\d].{0,80}[!@#$%^&*]/su.test(text);
}

/**
 * Capitals and small letters as dice throw them, in a run without a digit: they change often, and capitals stand side by side,
 * which they do not in the names of code.
 */
export function readsMixed(text: string): boolean {
  return (
    text.length <= 200 &&
    /[a-z][A-Z].*[a-z][A-Z]/.test(text) &&
    /[A-Z]{2}.*[a-z]/.test(text) &&
    /^[\w+/=~.-]{8,}$/.test(text)
  );
}

/** Letters and digits in one opaque run: enough behind a name that says what it is. */
export const isOpaque = (match: RegExpExecArray): boolean =>
  isValue(match) &&
  ((/\d/.test(valueIn(match)) && /[a-z]/i.test(valueIn(match))) || readsMixed(valueIn(match)));

/** Random letters rather than a word with a prefix: two digits, or changes of case. */
export function scattered(text: string): boolean {
  return (text.match(/\d/g)?.length ?? 0) >= 2 || (text.match(/[a-z][A-Z]/g)?.length ?? 0) >= 2;
}
