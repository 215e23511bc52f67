import { boxesOf, boxOf, deepElementAt, flatContains } from './dom.ts';

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
  while (found !== null && found.shadowRoot !== null) {
    const inner: Element | null = found.shadowRoot.elementFromPoint(point.x, point.y);
    if (inner === null || inner === found) {
      break;
    }
    found = inner;
  }
  return found;
}

/**
 * The point in the coordinates of the whole page, checked in every document on the way up: the pointer must
 * reach this frame and nothing above it. Null when something covers the frame or the way up is closed.
 */
export function throughFrames(point: Point): Point | null {
  let [view, at]: [Window, Point] = [window, point];
  while (view !== view.parent) {
    const owner = ownerFrame(view);
    if (owner === null) {
      return null;
    }
    const box = boxOf(owner);
    at = { x: at.x + box.left + owner.clientLeft, y: at.y + box.top + owner.clientTop };
    if (deepHitIn(owner.ownerDocument, at) !== owner) {
      return null;
    }
    view = view.parent;
  }
  return at;
}

/** Where a press would land in the whole page, or null when anything else would get it. */
export function pressPoint(element: Element): Point | null {
  const middle = middleOf(element);
  if (middle === null || !belongsTo(element, deepElementAt(middle.x, middle.y))) {
    return null;
  }
  return throughFrames(middle);
}
