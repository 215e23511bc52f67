import { flatContains } from './dom.ts';

/** Levels that are shown at most. */
const deepest = 12;
const contains = Node.prototype.contains;

/** For elements in the order of the document: one level for each listed element around it. */
export function placeLines(elements: readonly Element[], hasShadows: boolean): number[] {
  const holds = hasShadows ? flatContains : (outer: Element, inner: Element) => contains.call(outer, inner);
  const around: Element[] = [];
  return elements.map((element) => {
    for (let last = around.at(-1); last !== undefined && !holds(last, element); last = around.at(-1)) {
      around.pop();
    }
    around.push(element);
    return Math.min(around.length - 1, deepest);
  });
}
