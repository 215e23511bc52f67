import { rotatedView } from './fold.ts';
import { originalView } from './view.ts';

/** A word backwards. */
export const turned = (word: string): string => [...word].reverse().join('');

/** A word with its letters moved by thirteen. */
export const rotated = (word: string): string => rotatedView(originalView(word, false)).text;

/** By what anchors are known once they are turned around or rotated; eight letters are sign enough, and the shortest of them. */
export function signsOf(anchors: ReadonlySet<string>, change: (word: string) => string): readonly string[] {
  const signs: string[] = [];
  for (const sign of [...anchors]
    .map((each) => change(each).slice(0, 8))
    .sort((one, other) => one.length - other.length)) {
    if (!anchors.has(sign) && !signs.some((shorter) => sign.startsWith(shorter))) signs.push(sign);
  }
  return signs;
}
