import { isDisabled } from 'dom-accessibility-api';
import { attributeOf, flatParentOf, isRendered } from './dom.ts';
import { middleOf, type Point, pressPoint } from './hit.ts';
import { boxKey, type Entry, entryOf, isUnchanged } from './registry.ts';

export type NotReady = 'covered' | 'stale' | 'disabled' | 'hidden' | 'moving';

export type Check =
  | { readonly kind: 'ready'; readonly point: Point; readonly entry: Entry }
  | { readonly kind: NotReady };

/** Frames to wait for a box to come to rest. */
const patience = 30;

/** How old a box must be for an equal one to mean rest: two frames, in milliseconds. */
const settled = 34;

/** One frame; a background tab draws none, so a timer stands in. */
function nextFrame(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      done();
    });
  });
}

async function comesToRest(entry: Entry): Promise<boolean> {
  const known = performance.now() - entry.seenAt >= settled && boxKey(entry.element) === entry.box;
  if (known && document.getAnimations().length === 0) {
    return true;
  }
  let [before, same] = [boxKey(entry.element), 0];
  for (let frame = 0; frame < patience; frame += 1) {
    await nextFrame();
    const now = boxKey(entry.element);
    same = now === before ? same + 1 : 0;
    before = now;
    if (same >= 2) {
      return true;
    }
  }
  return false;
}

function isTurnedOff(element: Element): boolean {
  if (isDisabled(element)) {
    return true;
  }
  for (let each: Element | null = element; each !== null; each = flatParentOf(each)) {
    if (attributeOf(each, 'aria-disabled') === 'true') {
      return true;
    }
  }
  return false;
}

function scrollIntoReach(element: Element): void {
  const box = element.getBoundingClientRect();
  const inside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  if (!inside) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  }
}

/** Everything that must hold right before an input, cheapest first. */
export async function check(id: number): Promise<Check> {
  const entry = entryOf(id);
  if (entry === null || !isUnchanged(entry)) {
    return { kind: 'stale' };
  }
  if (!isRendered(entry.element)) {
    return { kind: 'hidden' };
  }
  if (isTurnedOff(entry.element)) {
    return { kind: 'disabled' };
  }
  scrollIntoReach(entry.element);
  if (!(await comesToRest(entry))) {
    return { kind: 'moving' };
  }
  if (!isUnchanged(entry)) {
    return { kind: 'stale' };
  }
  const point = pressPoint(entry.element);
  if (point === null) {
    return { kind: middleOf(entry.element) === null ? 'hidden' : 'covered' };
  }
  return { kind: 'ready', point, entry };
}

/** Brings the element into view, if it is still the one that was named. */
export function scrollTo(id: number): 'done' | 'stale' {
  const entry = entryOf(id);
  if (entry === null || !isUnchanged(entry)) {
    return 'stale';
  }
  scrollIntoReach(entry.element);
  return 'done';
}
