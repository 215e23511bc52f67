import type { ActionOutcome } from '@cux/provider-sdk';
import type { Point, PressPoint } from '../injected/hit.ts';
import { call, defaultPatience } from '../session/isolated-world.ts';
import type { Answer, DocumentWorld, PageTarget } from '../session/page-target.ts';
import { type NotReady, refused, unanswered } from './ask.ts';
import type { Reference } from './references.ts';

/** The frame elements that have been found, by the frame's id: one is the same for as long as its document is there. */
const owners = new WeakMap<DocumentWorld, Map<string, string>>();

/** The element in this document that holds the frame, as our world there knows it. */
async function ownerIn(world: DocumentWorld, frameId: string): Promise<string | null> {
  const known = owners.get(world) ?? new Map<string, string>();
  owners.set(world, known);
  const owner = known.get(frameId);
  if (owner !== undefined) {
    return owner;
  }
  const { backendNodeId } = await world.channel.send('DOM.getFrameOwner', { frameId });
  const { object } = await world.channel.send('DOM.resolveNode', {
    backendNodeId,
    executionContextId: world.contextId,
  });
  if (object.objectId !== undefined) {
    known.set(frameId, object.objectId);
  }
  return object.objectId ?? null;
}

async function oneOut(
  outer: DocumentWorld,
  frameId: string,
  { x, y }: Point,
  again: boolean,
): Promise<Point | null> {
  const objectId = await ownerIn(outer, frameId);
  if (objectId === null) {
    return null;
  }
  const { result } = await outer.channel.send('Runtime.callFunctionOn', {
    functionDeclaration: 'function (x, y, again) { return cux.pointOfFrame(this, { x, y }, again); }',
    objectId,
    arguments: [{ value: x }, { value: y }, { value: again }],
    awaitPromise: true,
    returnByValue: true,
  });
  return (result.value as Point | null | undefined) ?? null;
}

async function outToThePage(
  target: PageTarget,
  world: DocumentWorld,
  point: Point,
  again: boolean,
): Promise<Point | null> {
  let [inner, at]: [DocumentWorld, Point | null] = [world, point];
  while (at !== null && inner.frameId !== target.mainFrameId) {
    const outer = target.worlds.get(target.frames.parentOf(inner.frameId) ?? '');
    if (outer === undefined) {
      return null;
    }
    at = await oneOut(outer, inner.frameId, at, again);
    inner = outer;
  }
  return at;
}

/**
 * A point that a document has found, in the coordinates of the whole page. Where a document of another origin is around it,
 * each on the way up is asked whether the pointer would reach the frame; null when something else would get it.
 */
export async function pointOnPage(
  target: PageTarget,
  world: DocumentWorld,
  { x, y, inFrame }: PressPoint,
  timeoutMs: number,
): Promise<Answer<Point | null>> {
  if (!inFrame) {
    return { kind: 'value', value: { x, y } };
  }
  return target.guarded(outToThePage(target, world, { x, y }, false), timeoutMs);
}

/**
 * Whether a pointer that is over an element in a frame still reaches it, once the documents around it have heard of that
 * pointer. A frame of another site does not see at pointer-down what another process draws over it, so this is asked right
 * before.
 */
export async function stillReaches(
  { target, world }: Reference,
  inner: Point,
  at: Point,
  timeoutMs: number,
): Promise<boolean> {
  const now = await target.guarded(outToThePage(target, world, inner, true), timeoutMs);
  return now.kind === 'value' && now.value?.x === at.x && now.value.y === at.y;
}

/**
 * Why nothing is to be done to an element in a frame by other means than the pointer: what it looks like on the page is
 * asked first, as for a press. Null when it may, and for elements of the page's own document, which look themselves.
 */
export async function outOfReach({ target, world, id }: Reference): Promise<ActionOutcome | null> {
  if (world.frameId === target.mainFrameId) {
    return null;
  }
  const answer = await call<{ kind: 'ready'; point: PressPoint } | { kind: NotReady }>(
    target,
    world,
    'check',
    [id],
  );
  if (answer.kind !== 'value') {
    return unanswered(answer);
  }
  if (answer.value.kind !== 'ready') {
    return refused(answer.value.kind);
  }
  const point = await pointOnPage(target, world, answer.value.point, defaultPatience);
  if (point.kind !== 'value') {
    return unanswered(point);
  }
  return point.value === null ? refused('covered') : null;
}
