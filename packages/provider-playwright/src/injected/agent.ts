import { knowClosedRoot, sizeOf, withRoots } from './dom.ts';
import { check, nextFrame, scrollTo } from './fence.ts';
import { beginFill, type Expected, holds, selectOption } from './fields.ts';
import { beginAttach, chooserOpened, hearFileChoosers, heldFiles, putFiles } from './files.ts';
import { frameElements, overlaps, resolve, type WantedTarget } from './find.ts';
import { outOfFrame, type Point, scrollFrameIntoView } from './hit.ts';
import { guardInput, settleInput } from './input-ticket.ts';
import { hearInputTimers, holdLateTimers, inputTimersRan } from './input-timers.ts';
import { beginKeys, scrollBy, settleKeys } from './keys.ts';
import { freshen } from './known-names.ts';
import { type ObservationBudget, observe, observeAnew } from './observe.ts';
import { scrollOptions } from './option-list.ts';
import { hearPermissionRequests } from './permission.ts';
import { armPress, guardPresses, setHuman, settlePress } from './press-ticket.ts';
import { readJson } from './read-json.ts';
import { signs } from './signs.ts';

declare global {
  /** Present in this world only: how a press or an input is told to the host even when the page goes away with it. */
  var cuxReport: ((message: string) => void) | undefined;
}

/** Checks the element, and gives the ticket out if it may be pressed: for a pointer that comes within `lasts`. */
async function checkAndArm(id: number, ticket: number, lasts: number) {
  const checked = await check(id);
  if (checked.kind !== 'ready') {
    return { kind: checked.kind };
  }
  armPress(ticket, checked.entry, lasts);
  return { kind: checked.kind, point: checked.point };
}

/** Whether it could be pressed where it is, with nothing given out. */
async function checkOnly(id: number) {
  const checked = await check(id);
  return checked.kind === 'ready' ? { kind: checked.kind, point: checked.point } : { kind: checked.kind };
}

/**
 * A point of a frame's document, in the coordinates of this one; null when something else would get the pointer here.
 * `again`: a pointer has just gone there, and what the page does about that is waited for.
 */
async function pointOfFrame(owner: Element, point: Point, again: boolean): Promise<Point | null> {
  if (scrollFrameIntoView(owner, point) || again) {
    await nextFrame();
    await nextFrame();
  }
  return outOfFrame(owner, point);
}

/** What the host may call, by name. Arguments and answers are plain JSON. */
const agent = {
  resolve: (wanted: WantedTarget) => withRoots(() => resolve(wanted)),
  arm: checkAndArm,
  check: checkOnly,
  pointOfFrame,
  settlePress,
  beginFill,
  settleFill: settleInput,
  selectOption,
  scrollOptions,
  beginAttach,
  chooserOpened,
  putFiles,
  heldFiles,
  overlaps: (id: number, other: number) => overlaps(id, other),
  scroll: (id: number) => scrollTo(id),
  scrollBy: (id: number | null, x: number, y: number) => scrollBy(id, x, y),
  beginKeys,
  settleKeys,
  async holds(id: number, expected: Expected) {
    await inputTimersRan();
    return holds(id, expected);
  },
  holdLateTimers: (hold: boolean) => holdLateTimers(hold),
  countFrames: (name: string) => frameElements(name).length,
  frame: (name: string) => frameElements(name)[0] ?? null,
  signs: () => withRoots(signs, freshen().roots),
  observe: (budget: ObservationBudget) => observe(budget),
  observeAnew: (budget: ObservationBudget) => observeAnew(budget),
  size: () => sizeOf(document),
  /** Itself, to be searched from outside; or why not yet. */
  searchable: (most: number): Document | 'loading' | 'large' =>
    document.readyState !== 'complete' ? 'loading' : sizeOf(document) > most ? 'large' : document,
  knowClosedRoot,
  readJson,
  human: (on: boolean) => setHuman(on),
};

export type Agent = typeof agent;

const tell = (ticket: number, state: string) => globalThis.cuxReport?.(JSON.stringify({ ticket, state }));

guardPresses(tell);
guardInput(tell);
hearPermissionRequests();
hearInputTimers();
hearFileChoosers();
Object.assign(globalThis, { cux: agent });
