import type { DocumentWorld, PageTarget } from './page-target.ts';

/** Elements up to which a document is searched without a reason: a few milliseconds, once for each document. */
const smallPage = 2_000;
/** Roots of one document that are handed in at most. */
const mostRoots = 200;

type Node = Awaited<ReturnType<typeof describe>>['node'];

/** Documents that have been searched, up to which size. */
const searched = new WeakMap<DocumentWorld, number>();

function describe({ channel }: DocumentWorld, objectId: string) {
  return channel.send('DOM.describeNode', { objectId, depth: -1, pierce: true });
}

function closedRootsIn(node: Node, found: Node[] = []): readonly Node[] {
  for (const root of node.shadowRoots ?? []) {
    if (root.shadowRootType === 'closed') {
      found.push(root);
    }
    if (root.shadowRootType !== 'user-agent') {
      closedRootsIn(root, found);
    }
  }
  for (const child of node.children ?? []) {
    closedRootsIn(child, found);
  }
  return found;
}

async function handIn(world: DocumentWorld, { backendNodeId }: Node): Promise<void> {
  const { channel, contextId } = world;
  const { object } = await channel.send('DOM.resolveNode', {
    backendNodeId,
    executionContextId: contextId,
  });
  if (object.objectId !== undefined) {
    await channel.send('Runtime.callFunctionOn', {
      functionDeclaration: 'function () { cux.knowClosedRoot(this); }',
      objectId: object.objectId,
    });
  }
}

async function search(world: DocumentWorld, most: number): Promise<number> {
  const { channel, uniqueContextId } = world;
  const { result } = await channel.send('Runtime.evaluate', {
    expression: `cux.searchable(${most})`,
    uniqueContextId,
  });
  if (result.value === 'loading') {
    return 0;
  }
  searched.set(world, most);
  if (result.objectId === undefined) {
    return 0;
  }
  const { objectId } = result;
  const { node } = await describe(world, objectId);
  const roots = closedRootsIn(node).slice(0, mostRoots);
  await Promise.all(roots.map((root) => handIn(world, root)));
  return roots.length;
}

/**
 * Finds the shadow roots that markup has declared as closed, which no script can, and makes them known to our world: what is
 * in them is then seen, checked and filled like anything else. Once for each document, when it has loaded.
 *
 * @param mustFind the document is searched whatever its size: something is missing that may be there
 * @returns how many have been found now
 */
export async function findClosedRoots(
  target: PageTarget,
  world: DocumentWorld,
  mustFind: boolean,
  timeoutMs: number,
): Promise<number> {
  const most = mustFind ? Number.MAX_SAFE_INTEGER : smallPage;
  if ((searched.get(world) ?? 0) >= most) {
    return 0;
  }
  const answer = await target.guarded(search(world, most), timeoutMs);
  return answer.kind === 'value' ? answer.value : 0;
}
