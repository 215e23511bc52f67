import { redactText, screenText } from '@cux/contracts';
import type { Observation } from '@cux/provider-sdk';
import type { ObservedNode, ObservedTree } from '../injected/observe.ts';
import { call } from '../session/isolated-world.ts';
import type { PageTarget } from '../session/page-target.ts';
import type { References } from './references.ts';

/** Longest name that leaves, in characters. */
const nameBound = 200;

/** A name is a page's own text, and may hold a secret like any other. */
function shownName(quoted: string): string {
  return screenText(quoted).length === 0
    ? quoted
    : JSON.stringify(redactText(String(JSON.parse(quoted)), nameBound));
}

function lineOf({ depth, role, name }: ObservedNode, ref: string): string {
  return `${'  '.repeat(depth)}${role} ${shownName(name)} [ref=${ref}]`;
}

/** The page's own document, then the frames that can be read, each within what is left of the budget. */
export async function observe(
  target: PageTarget | null,
  references: References,
  generation: number,
  budget: { readonly nodes: number; readonly bytes: number },
): Promise<Observation> {
  const lines: string[] = [];
  let { nodes, bytes } = budget;
  let truncated = false;
  for (const world of target?.worlds.values() ?? []) {
    const answer = await call<ObservedTree>(target as PageTarget, world, 'observe', [{ nodes, bytes }]);
    if (answer.kind !== 'value') {
      truncated = true;
      continue;
    }
    truncated ||= answer.value.truncated;
    const written = answer.value.nodes.map((node) =>
      lineOf(node, references.give({ target: target as PageTarget, world, id: node.id })),
    );
    nodes -= written.length;
    bytes -= Buffer.byteLength(written.join('\n'));
    lines.push(...written);
  }
  return { tree: lines.join('\n'), truncated, generation };
}
