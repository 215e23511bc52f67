import { deepElementAt, flatContains, flatParentOf, isRendered, queryDeep } from './dom.ts';
import { belongsTo, middleOf } from './hit.ts';

const controls =
  'input:not([type="hidden"]), textarea, select, button, a[href], [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="button"], [role="combobox"], [role="checkbox"]';

/** Controls that are probed at most; from both ends, since a page can put any number before the last button. */
const probes = 60;
/** Points along each side of the viewport. */
const grid = 7;
/** A cover counts when it takes this share of the viewport's points. */
const share = 0.5;

/** The child of the two elements' nearest common ancestor on the side of `above`. */
function coverOf(above: Element, below: Element): Element {
  let cover = above;
  for (
    let each: Element | null = above;
    each !== null && !flatContains(each, below);
    each = flatParentOf(each)
  ) {
    cover = each;
  }
  return cover;
}

function shareOf(cover: Element): number {
  let hits = 0;
  for (let row = 0; row < grid; row += 1) {
    for (let column = 0; column < grid; column += 1) {
      const touched = deepElementAt(((column + 0.5) * innerWidth) / grid, ((row + 0.5) * innerHeight) / grid);
      if (touched !== null && flatContains(cover, touched)) {
        hits += 1;
      }
    }
  }
  return hits / (grid * grid);
}

function probed(): Element[] {
  const all = queryDeep(document, controls);
  return all.length <= probes ? all : [...all.slice(0, probes / 2), ...all.slice(-probes / 2)];
}

/**
 * What lies over the page's controls, found by asking what a pointer would touch: no role, style or element
 * type is believed. Each cover once.
 */
export function covers(): Element[] {
  const found = new Set<Element>();
  const small = new Set<Element>();
  for (const control of probed()) {
    const middle = isRendered(control) ? middleOf(control) : null;
    const touched = middle === null ? null : deepElementAt(middle.x, middle.y);
    if (touched === null || belongsTo(control, touched) || flatContains(touched, control)) {
      continue;
    }
    const cover = coverOf(touched, control);
    if (found.has(cover) || small.has(cover)) {
      continue;
    }
    (shareOf(cover) >= share ? found : small).add(cover);
  }
  return [...found];
}
