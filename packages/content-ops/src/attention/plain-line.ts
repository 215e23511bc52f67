/** Escape sequences of terminals (ECMA-48): control strings first, then control sequences, then the short ones. */
const escapes = /[\u001b\u009b](?:[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\[?[0-?]*[ -/]*[@-~])/g;

/** One line of printable text for a terminal: questions and labels come from content and pages. */
export function plainLine(text: string): string {
  return text
    .replaceAll(escapes, '')
    .replaceAll(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
}
