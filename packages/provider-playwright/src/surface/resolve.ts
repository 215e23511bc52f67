import type { Target } from '@cux/contracts';
import type { Intent, Readiness, Resolution } from '@cux/provider-sdk';
import type { Found } from '../injected/find.ts';
import { findClosedRoots } from '../session/closed-roots.ts';
import { call, defaultPatience, frameWorld } from '../session/isolated-world.ts';
import { type DocumentWorld, hasUnreadFrames, type PageTarget } from '../session/page-target.ts';
import type { Screen } from '../session/screen.ts';
import { arm } from './arm.ts';
import { mayPointAhead, movePointer } from './pointer.ts';
import type { References } from './references.ts';

/** How long the answer of a check is good for a press, in milliseconds. */
const freshness = 2_000;

/**
 * The document that a target is in: the page's own, or the one frame that is called so, wherever it hangs. `unreachable`: it
 * may be one that we have no agent in.
 */
async function worldOf(
  target: PageTarget,
  frame: string | undefined,
): Promise<DocumentWorld | 'unreachable' | null> {
  if (frame === undefined) {
    return target.mainWorld;
  }
  const parents: DocumentWorld[] = [];
  for (const world of target.worlds.values()) {
    const count = await call<number>(target, world, 'countFrames', [frame]);
    const frames = count.kind === 'value' ? count.value : 0;
    parents.push(...Array<DocumentWorld>(frames).fill(world));
  }
  const [parent, ...others] = parents;
  if (parent === undefined || others.length > 0) {
    return null;
  }
  const world = await frameWorld(target, parent, frame);
  return world === null && hasUnreadFrames(target) ? 'unreachable' : world;
}

/** By role and raw name. What cannot be asked is missing: a driver that waits asks again. */
export async function resolveTarget(
  screen: Screen,
  references: References,
  wanted: Target,
): Promise<Resolution> {
  const target = screen.active;
  const world = target === null ? null : await worldOf(target, wanted.frame);
  if (target === null || world === null) {
    return { kind: 'missing' };
  }
  if (world === 'unreachable') {
    return { kind: 'unreachable' };
  }
  const { role, name, within } = wanted;
  const ask = () => call<Found>(target, world, 'resolve', [{ role, name, within }]);
  let answer = await ask();
  if (answer.kind === 'value' && answer.value.kind === 'missing') {
    const more = await findClosedRoots(target, world, true, defaultPatience);
    answer = more > 0 ? await ask() : answer;
  }
  if (answer.kind !== 'value') {
    return { kind: 'missing' };
  }
  if (answer.value.kind !== 'found') {
    return answer.value;
  }
  const element = references.element({ target, world, id: answer.value.id }, role, name);
  return { kind: 'found', element };
}

/**
 * Whether it may be acted on now. If so its document has a ticket for one press, for as long as the answer is fresh, so
 * that a press that follows only has to send the pointer.
 */
export async function readinessOf(
  references: References,
  ref: string,
  intent: Intent = 'look',
): Promise<Readiness> {
  const found = references.find(ref);
  if (found === null) {
    return { kind: 'stale' };
  }
  const answer = await arm(found, defaultPatience, freshness);
  switch (answer.kind) {
    case 'value':
      if (answer.value.kind === 'ready') {
        const { aim } = answer.value;
        const pointed = intent === 'press' && mayPointAhead(found.target);
        if (pointed) {
          movePointer(found.target, aim.point).catch(() => undefined);
        }
        references.aimAt(ref, { ...aim, pointed });
      }
      return { kind: answer.value.kind };
    case 'dialog':
      return { kind: 'covered' };
    case 'timeout':
      return { kind: 'moving' };
    default:
      return { kind: 'stale' };
  }
}

/** In one document by the flat tree; two documents share no element. What cannot be asked counts as an overlap. */
export async function overlaps(references: References, ref: string, otherRef: string): Promise<boolean> {
  const [found, other] = [references.find(ref), references.find(otherRef)];
  if (found === null || other === null) {
    return true;
  }
  if (found.target !== other.target || found.world.uniqueContextId !== other.world.uniqueContextId) {
    return false;
  }
  const answer = await call<boolean>(found.target, found.world, 'overlaps', [found.id, other.id]);
  return answer.kind !== 'value' || answer.value;
}
