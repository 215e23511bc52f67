/** Breaks lines between words only; a word that is longer than a line has one to itself. */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let present: string | null = null;
  for (const word of text.split(' ')) {
    if (present !== null && present.length + 1 + word.length > width) {
      lines.push(present);
      present = word;
    } else {
      present = present === null ? word : `${present} ${word}`;
    }
  }
  return [...lines, present ?? ''];
}
