import { queryAll, type Root, withRoots } from './dom.ts';
import { forgetEverything, freshen, type Moment } from './known-names.ts';
import { type Line, lineOf } from './lines.ts';
import { placeLines } from './place-lines.ts';
import { whatIsNew } from './what-is-new.ts';

/** The lines of one document, as what has changed since they were told last. */
export interface ObservedTree {
  /** Lines at the start and at the end that stay as they were. */
  readonly before: number;
  readonly after: number;
  /** What stands between them now. */
  readonly ids: readonly number[];
  readonly depths: readonly number[];
  /** Lines that were never told. */
  readonly fresh: readonly Pick<Line, 'id' | 'role' | 'name'>[];
  readonly truncated: boolean;
}

export interface ObservationBudget {
  readonly nodes: number;
  readonly bytes: number;
  /** Tell every line, not only those that were not told before. */
  readonly whole: boolean;
}

/** What the walk may take, in milliseconds. A page cannot make it longer; it is then marked as cut. */
const timeBound = 500;
/** Elements between two looks at the clock. */
const stride = 32;

const controls =
  'button, input:not([type="hidden"]), textarea, select, a[href], summary, [contenteditable=""], [contenteditable="true"], [role="button"], [role="link"], [role="textbox"], [role="combobox"], [role="checkbox"], [role="radio"], [role="switch"], [role="tab"], [role="menuitem"], [role="menuitemcheckbox"], [role="menuitemradio"], [role="option"], [role="searchbox"], [role="spinbutton"], [role="document"]';
const landmarks =
  'h1, h2, h3, h4, h5, h6, main, nav, article, section[aria-label], section[aria-labelledby], aside, fieldset, dialog, iframe, img, output, table, li, tr, [role]';
const listed = `${controls}, ${landmarks}`;

/** Whether an element can be in what assistive technology sees; asked anew every time, since style decides. */
function isShown(element: Element, mayBeTakenOut: boolean): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) {
    return false;
  }
  if (!mayBeTakenOut) {
    return true;
  }
  for (let each: Element | null = element; each !== null; ) {
    if (each.closest('[aria-hidden="true"], [inert]') !== null) {
      return false;
    }
    const root: Node = each.getRootNode();
    each = root instanceof ShadowRoot ? root.host : null;
  }
  return true;
}

/** What is left of the budget while the page is walked. */
class Walk {
  readonly lines = new Map<Element, Line>();
  truncated = false;
  #nodes: number;
  #bytes: number;
  #visited = 0;
  readonly #mayBeTakenOut: boolean;
  readonly #until = performance.now() + timeBound;

  constructor({ nodes, bytes }: ObservationBudget, roots: readonly Root[]) {
    this.#nodes = nodes;
    this.#bytes = bytes;
    this.#mayBeTakenOut = roots.some((root) => queryAll(root, '[aria-hidden="true"], [inert]').length > 0);
  }

  /** Takes the element if it is to be seen; false when nothing more fits. */
  #take(element: Element): boolean {
    this.#visited += 1;
    if (this.#visited % stride === 0 && performance.now() > this.#until) {
      return false;
    }
    const line = isShown(element, this.#mayBeTakenOut) ? lineOf(element) : null;
    if (line === null) {
      return true;
    }
    if (this.#nodes < 1 || line.bytes > this.#bytes) {
      return false;
    }
    this.#nodes -= 1;
    this.#bytes -= line.bytes;
    this.truncated ||= line.isCut;
    this.lines.set(element, line);
    return true;
  }

  /** From both ends at once, so that a button after any number of rows is still seen. */
  takeFromBothEnds(elements: readonly Element[]): void {
    for (let [front, back] = [0, elements.length - 1]; front <= back; ) {
      const element = elements[(this.#visited & 1) === 0 ? front : back] as Element;
      if ((this.#visited & 1) === 0) {
        front += 1;
      } else {
        back -= 1;
      }
      if (!this.#take(element)) {
        this.truncated = true;
        return;
      }
    }
  }
}

/** Every element that can have a line, in the order of the document: what a shadow root holds follows its host. */
function candidates(roots: readonly Root[]): Element[] {
  const [first, ...shadows] = roots;
  const found = first === undefined ? [] : queryAll(first, listed);
  for (const root of shadows) {
    const { host } = root as ShadowRoot;
    const at = found.findLastIndex((each) => each === host || precedes(each, host));
    found.splice(at + 1, 0, ...queryAll(root, listed));
  }
  return found;
}

function precedes(element: Element, other: Element): boolean {
  const position = element.compareDocumentPosition(other);
  const elsewhere = (position & Node.DOCUMENT_POSITION_DISCONNECTED) !== 0;
  return !elsewhere && (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

let places: { readonly all: readonly Element[]; readonly operable: ReadonlySet<Element> } | null = null;

/** Where lines can be; found again only when elements may have come or gone. */
function placesOf({ roots, rearranged }: Moment): NonNullable<typeof places> {
  if (places === null || rearranged) {
    const operable = new Set(roots.flatMap((root) => queryAll(root, controls)));
    places = { all: candidates(roots), operable };
  }
  return places;
}

/** Controls first within the budget, then what gives them a place; in the order of the document. */
function walkPage(budget: ObservationBudget, moment: Moment): ObservedTree {
  const { all, operable } = placesOf(moment);
  const walk = new Walk(budget, moment.roots);
  walk.takeFromBothEnds(all.filter((element) => operable.has(element)));
  walk.takeFromBothEnds(all.filter((element) => !operable.has(element)));
  const taken = all.filter((element) => walk.lines.has(element));
  const lines = taken.map((element) => walk.lines.get(element) as Line);
  const tree = { lines, depths: placeLines(taken, moment.roots.length > 1) };
  return { ...whatIsNew(tree, budget.whole), truncated: walk.truncated };
}

/** Without anything that is known from before, for comparison: slow. */
export function observeAnew(budget: ObservationBudget): ObservedTree {
  forgetEverything();
  places = null;
  return observe(budget);
}

/** What assistive technology would see, within the budget, as a difference to the last time. */
export function observe(budget: ObservationBudget): ObservedTree {
  const moment = freshen();
  return withRoots(() => walkPage(budget, moment), moment.roots);
}
