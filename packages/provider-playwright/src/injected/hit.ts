import { boxesOf, boxOf, deepElementAt, flatContains, openShadowOf } from './dom.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The middle of the element's first box, clipped to what the viewport shows; null when none of it shows. */
export function middleOf(element: Element): Point | null {
  const box = boxesOf(element)[0] ?? boxOf(element);
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const right = Math.min(box.right, innerWidth);
  const bottom = Math.min(box.bottom, innerHeight);
  return right - left < 1 || bottom - top < 1 ? null : { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** What is in a frame gets the pointer itself, out of our sight. */
function isAnotherDocument(element: Element): boolean {
  return ['iframe', 'frame', 'object', 'embed', 'fencedframe'].includes(element.localName);
}

/** Whether what the pointer would touch is the element, something in it, or its own label. */
export function belongsTo(element: Element, touched: Element | null): boolean {
  if (touched === null || isAnotherDocument(touched)) {
    return false;
  }
  if (flatContains(element, touched)) {
    return true;
  }
  const label = touched.closest('label');
  return label instanceof HTMLLabelElement && label.control === element;
}

/** The frame element that holds this document, when the parent is of the same origin. */
function ownerFrame(view: Window): Element | null {
  try {
    return view.frameElement;
  } catch {
    return null;
  }
}

function deepHitIn(parent: Document, point: Point): Element | null {
  let found = parent.elementFromPoint(point.x, point.y);
  for (;;) {
    const shadow: ShadowRoot | null = found === null ? null : openShadowOf(found);
    const inner = shadow?.elementFromPoint(point.x, point.y) ?? null;
    if (inner === null || inner === found) {
      return found;
    }
    found = inner;
  }
}

/** A point of the document in a frame, in the coordinates of the document around it. */
function aroundFrame(owner: Element, { x, y }: Point): Point {
  const box = boxOf(owner);
  const { offsetWidth, offsetHeight } = owner as HTMLElement;
  const [across, down] = [box.width / offsetWidth || 1, box.height / offsetHeight || 1];
  return {
    x: box.left + (owner.clientLeft + x) * across,
    y: box.top + (owner.clientTop + y) * down,
  };
}

function isInView({ x, y }: Point, view: Window): boolean {
  return x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight;
}

/** Brings a point of a frame's document into view; false when it was there already. */
export function scrollFrameIntoView(owner: Element, point: Point): boolean {
  const view = owner.ownerDocument.defaultView;
  if (view === null || isInView(aroundFrame(owner, point), view)) {
    return false;
  }
  owner.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const { x, y } = aroundFrame(owner, point);
  if (!isInView({ x, y }, view)) {
    view.scrollBy({ left: x - view.innerWidth / 2, top: y - view.innerHeight / 2, behavior: 'instant' });
  }
  return true;
}

/** The same point one document further out, if the pointer reaches this frame there and nothing above it. */
export function outOfFrame(owner: Element, point: Point): Point | null {
  const at = aroundFrame(owner, point);
  return deepHitIn(owner.ownerDocument, at) === owner ? at : null;
}

/** Where a press would land. */
export interface PressPoint extends Point {
  /** In the coordinates of this document only: on the way up is one of another origin, which has to be asked itself. */
  readonly inFrame: boolean;
}

/**
 * The point in the coordinates of the whole page, checked in every document on the way up, as far as those are of this
 * origin. Null when something covers a frame.
 */
function throughFrames(point: Point): PressPoint | null {
  const owners: Element[] = [];
  for (let view: Window = window; view !== view.parent; view = view.parent) {
    const owner = ownerFrame(view);
    if (owner === null) {
      return { ...point, inFrame: true };
    }
    owners.push(owner);
  }
  let at: Point | null = point;
  for (const owner of owners) {
    scrollFrameIntoView(owner, at);
    at = outOfFrame(owner, at);
    if (at === null) {
      return null;
    }
  }
  return { ...at, inFrame: false };
}

/** Where a press would land, or null when anything else would get it. */
export function pressPoint(element: Element): PressPoint | null {
  const middle = middleOf(element);
  if (middle === null || !belongsTo(element, deepElementAt(middle.x, middle.y))) {
    return null;
  }
  return throughFrames(middle);
}
