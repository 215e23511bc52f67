import { PNG } from 'pngjs';

/** A caret blinks while nothing else changes; nothing that is narrower can be read, in pixels. */
const caretWidth = 4;

/** Whether two PNG pictures of the viewport show the same, but for a caret that one of them may show. */
export function showSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other) || differingWidth(decoded(one), decoded(other)) <= caretWidth;
}

function decoded(png: Uint8Array): PNG {
  return PNG.sync.read(Buffer.from(png));
}

/** How many pixels wide the part is in which they differ; infinite when they are of different sizes. */
function differingWidth(one: PNG, other: PNG): number {
  if (one.width !== other.width || one.height !== other.height) return Number.POSITIVE_INFINITY;
  let [first, last] = [one.width, -1];
  for (let row = 0; row < one.height; row += 1) {
    const [from, to] = [row * one.width * 4, (row + 1) * one.width * 4];
    if (one.data.compare(other.data, from, to, from, to) === 0) continue;
    for (let column = 0; column < one.width; column += 1) {
      const at = from + column * 4;
      if (one.data.readUInt32LE(at) === other.data.readUInt32LE(at)) continue;
      first = Math.min(first, column);
      last = Math.max(last, column);
    }
  }
  return last < first ? 0 : last - first + 1;
}
