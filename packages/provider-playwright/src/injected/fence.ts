import { attributeOf, flatParentOf, isConnected, isRendered, matches } from './dom.ts';
import { middleOf, type PressPoint, pressPoint } from './hit.ts';
import { boxKey, type Entry, entryOf, isUnchanged } from './registry.ts';

export type NotReady = 'covered' | 'stale' | 'disabled' | 'hidden' | 'moving';

export type Check =
  | { readonly kind: 'ready'; readonly point: PressPoint; readonly entry: Entry }
  | { readonly kind: NotReady };

/** Frames to wait for a box to come to rest. */
const patience = 30;

/** How old a box must be for an equal one to mean rest: two frames, in milliseconds. */
const settled = 34;

/** One drawn frame; a background tab draws none, so a timer stands in. */
export function nextFrame(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      done();
    });
  });
}

/** Where it was long enough ago to rest there, while nothing on the page is animated. */
function isAtRest(entry: Entry): boolean {
  const known = performance.now() - entry.seenAt >= settled && boxKey(entry.element) === entry.box;
  return known && document.getAnimations().length === 0;
}

async function comesToRest(entry: Entry): Promise<boolean> {
  let [before, same] = [boxKey(entry.element), 0];
  for (let frame = 0; frame < patience; frame += 1) {
    await nextFrame();
    const now = boxKey(entry.element);
    same = now === before ? same + 1 : 0;
    before = now;
    if (same >= 2) {
      entry.box = now;
      entry.seenAt = performance.now() - settled;
      return true;
    }
  }
  return false;
}

export function isTurnedOff(element: Element): boolean {
  if (matches(element, ':disabled')) {
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

type Standing = { readonly kind: 'standing'; readonly entry: Entry } | { readonly kind: NotReady };

/** Whether it is still the same, shown and turned on; brought into reach if so. */
function standingOf(id: number): Standing {
  const entry = entryOf(id);
  if (entry === null || !isConnected(entry.element)) {
    return { kind: 'stale' };
  }
  // First, since what is hidden has no name to compare.
  if (!isRendered(entry.element)) {
    return { kind: 'hidden' };
  }
  if (!isUnchanged(entry)) {
    return { kind: 'stale' };
  }
  if (isTurnedOff(entry.element)) {
    return { kind: 'disabled' };
  }
  scrollIntoReach(entry.element);
  return { kind: 'standing', entry };
}

function hitTest(entry: Entry): Check {
  const point = pressPoint(entry.element);
  if (point === null) {
    return { kind: middleOf(entry.element) === null ? 'hidden' : 'covered' };
  }
  return { kind: 'ready', point, entry };
}

/** Everything that must hold right before an input, cheapest first. */
export async function check(id: number): Promise<Check> {
  const standing = standingOf(id);
  if (standing.kind !== 'standing') {
    return standing;
  }
  const { entry } = standing;
  if (isAtRest(entry)) {
    return hitTest(entry);
  }
  if (!(await comesToRest(entry))) {
    return { kind: 'moving' };
  }
  return isUnchanged(entry) ? hitTest(entry) : { kind: 'stale' };
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
