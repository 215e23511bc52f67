import type { Line } from './lines.ts';
import type { ObservedTree } from './observe.ts';

interface Tree {
  readonly lines: readonly Line[];
  readonly depths: readonly number[];
}

const nothing: Tree = { lines: [], depths: [] };
let last = nothing;
const told = new Set<number>();

function isEqual(tree: Tree, index: number, lastIndex: number): boolean {
  return tree.lines[index] === last.lines[lastIndex] && tree.depths[index] === last.depths[lastIndex];
}

function equalBefore(tree: Tree, most: number): number {
  let count = 0;
  while (count < most && isEqual(tree, count, count)) {
    count += 1;
  }
  return count;
}

function equalAfter(tree: Tree, most: number): number {
  let count = 0;
  while (count < most && isEqual(tree, tree.lines.length - 1 - count, last.lines.length - 1 - count)) {
    count += 1;
  }
  return count;
}

/** The difference to what was told last, or everything, from a clean sheet, when the whole is asked for. */
export function whatIsNew(tree: Tree, whole: boolean): Omit<ObservedTree, 'truncated'> {
  if (whole) {
    told.clear();
    last = nothing;
  }
  const most = Math.min(tree.lines.length, last.lines.length);
  const before = equalBefore(tree, most);
  const after = equalAfter(tree, most - before);
  last = tree;
  const between = tree.lines.slice(before, tree.lines.length - after);
  const fresh = between.filter(({ id }) => !told.has(id));
  for (const { id } of fresh) {
    told.add(id);
  }
  return {
    before,
    after,
    ids: between.map(({ id }) => id),
    depths: tree.depths.slice(before, tree.depths.length - after),
    fresh: fresh.map(({ id, role, name }) => ({ id, role, name })),
  };
}
