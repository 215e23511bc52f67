/** Control, format (zero-width, bidi) and separator characters: invisible, and able to reorder what is read. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A run that is long and mixed enough to be a token, wherever it stands. */
const tokenLike = /[A-Za-z0-9+/_=.-]{24,}/g;

/** A page's own words, bounded and without what looks like a secret. */
export function redactText(text: string, maximum: number): string {
  const readable = text
    .slice(0, maximum * 4)
    .replaceAll(invisible, ' ')
    .replaceAll(tokenLike, '<redacted>');
  return [...readable].slice(0, maximum).join('');
}
