import { screenText } from '@cux/contracts';
import type { Box, ShownText, ShownTexts } from './shown-texts.ts';

/** How far apart two texts of one line may stand and still be read as one, in CSS pixels. */
const oneWord = 2;
/** How far two boxes of one line may differ in height above the page, in CSS pixels. */
const oneLine = 4;

function isPrivate(text: string): boolean {
  return screenText(text).length > 0;
}

/** Texts that stand in one line, one after the other: `Key:` and what follows it, or a secret in two colours. */
function linesOf(texts: readonly ShownText[]): readonly (readonly ShownText[])[] {
  const lines: ShownText[][] = [];
  for (const text of texts) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const follows =
      last !== undefined &&
      Math.abs(last.box.y - text.box.y) <= oneLine &&
      text.box.x >= last.box.x + last.box.width - oneWord;
    if (follows) line?.push(text);
    else lines.push([text]);
  }
  return lines;
}

function joined(line: readonly ShownText[]): string {
  return line
    .map(({ text, box }, index) => {
      const before = line[index - 1]?.box;
      const gap = before === undefined ? 0 : box.x - before.x - before.width;
      return gap > oneWord ? ` ${text}` : text;
    })
    .join('');
}

/** What has to be painted over before a picture may be kept: secrets, alone or as a line reads, and what is unread. */
export function privateBoxes({ texts, unreadable }: ShownTexts): readonly Box[] {
  const alone = new Set(texts.filter(({ text }) => isPrivate(text)));
  const together = linesOf(texts)
    .filter((line) => line.length > 1 && !line.some((text) => alone.has(text)) && isPrivate(joined(line)))
    .flat();
  return [...[...alone, ...together].map(({ box }) => box), ...unreadable];
}
