/** Characters that a page or title could use to disguise text: controls, formats, separators, private use. */
const disguises = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/** Foreign text on one line, without invisible or direction-changing characters, at most `maximum` code points. */
export function plainText(text: string, maximum: number): string {
  const line = text.replace(disguises, ' ').replace(/\s+/g, ' ').trim();
  const points = [...line];
  return points.length <= maximum ? line : `${points.slice(0, maximum - 1).join('')}…`;
}

/** A sentence of our own that may have grown too long for its field (counted in UTF-16 code units). */
export function bounded(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  // A surrogate pair is not cut in two.
  return `${text.slice(0, maximum - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** `at 14:02 UTC`, with the day where it is another one than that of `seenAt`. Milliseconds since the epoch. */
export function timeOfDay(at: number, seenAt: number): string {
  const [day = '', time = ''] = new Date(at).toISOString().split('T');
  const sameDay = new Date(seenAt).toISOString().startsWith(day);
  const clock = `at ${time.slice(0, 5)} UTC`;
  return sameDay ? clock : `on ${day} ${clock}`;
}
