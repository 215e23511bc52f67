/**
 * All matches of a global pattern, one after another. `String.matchAll` copies the pattern each time, which costs
 * more than the search in the short texts that records hold.
 */
export function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const next = found[0] === '' ? pattern.lastIndex + 1 : pattern.lastIndex;
    yield found;
    pattern.lastIndex = next;
  }
}
