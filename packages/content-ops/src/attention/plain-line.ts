const [escapeCode, introducer, bell] = [0x1b, 0x9b, 0x07].map((code) => String.fromCharCode(code));

/** Escape sequences of terminals (ECMA-48): control strings first, then control sequences, then the short ones. */
const controlString = `[\\]PX^_][^${bell}${escapeCode}]*(?:${bell}|${escapeCode}\\\\)?`;
const escapes = new RegExp(`[${escapeCode}${introducer}](?:${controlString}|\\[?[0-?]*[ -/]*[@-~])`, 'g');

/** One line of printable text for a terminal: questions and labels come from content and pages. */
export function plainLine(text: string): string {
  return text
    .replaceAll(escapes, '')
    .replaceAll(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
}
