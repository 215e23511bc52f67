import { markOf, namedElsewhere, nameMayHoldValue, nameOf, outsideNamesOf } from './accessible-name.ts';
import { type Changes, takeChanges, watch } from './changes.ts';
import {
  flatParentOf,
  openRoots,
  openShadowOf,
  possibleHosts,
  queryAll,
  queryDeep,
  type Root,
} from './dom.ts';
import type { Line } from './lines.ts';
import { shownRoleOf } from './role.ts';
import { type StyleFacts, styleFacts } from './style-facts.ts';

/** What an element is called, as long as nothing has happened that could change it. */
export interface KnownName {
  readonly role: string | null;
  /** Raw; null when it may hold a value, and then it is never kept. */
  readonly name: string | null;
  /** What a reference is fenced by, and what may be shown: the name, or the part of it that is no value. */
  readonly mark: string;
  /** What a press would do, and the line in an observation: filled in by whoever needs them. */
  effect: string | null;
  line: Line | null;
}

let names = new WeakMap<Element, KnownName>();
/** Elements by what names them from elsewhere. */
let namedBy = new WeakMap<Element, Set<Element>>();
/** Elements that can hold a shadow root, by the root they are in. */
let hosts = new Map<Root, readonly Element[]>();
/** Elements that an animation was changing when they were last looked at. */
let animated = new Set<Element>();

/** After it everything is read anew. */
export function forgetEverything(): void {
  names = new WeakMap();
  namedBy = new WeakMap();
  hosts = new Map();
}

/** Forgets what was known of elements whose name may have changed with something. */
class Forgetting {
  readonly #climbed = new Set<Element>();
  readonly #entered = new Set<Element>();

  /** The element, everything around it, and everything that one of these names. */
  around(element: Element): void {
    const waiting: Element[] = [element];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (
        let each: Element | null = next;
        each !== null && !this.#climbed.has(each);
        each = flatParentOf(each)
      ) {
        this.#climbed.add(each);
        names.delete(each);
        waiting.push(...(namedBy.get(each) ?? []));
      }
    }
  }

  /** The element, everything in it, and what is named by any of that. */
  within(element: Element): void {
    if (this.#entered.has(element)) {
      return;
    }
    this.#entered.add(element);
    this.around(element);
    const roots: Root[] = [element];
    for (const host of [element, ...queryAll(element, '*')]) {
      const shadow = openShadowOf(host);
      if (shadow !== null) {
        roots.push(...openRoots(shadow));
      }
    }
    for (const inner of roots.flatMap((root) => queryAll(root, '*'))) {
      names.delete(inner);
      for (const named of namedBy.get(inner) ?? []) {
        this.around(named);
      }
    }
  }
}

/** Attributes that a style sheet need not name to follow them. */
const styling = new Set([
  'class',
  'style',
  'id',
  'hidden',
  'dir',
  'lang',
  'open',
  'popover',
  'contenteditable',
]);

function isStyled(attributes: ReadonlySet<string>, facts: StyleFacts): boolean {
  return [...attributes].some((name) => styling.has(name) || facts.attributes.has(name));
}

function besideOf(element: Element): Element {
  return flatParentOf(element) ?? element;
}

function forgetChanged(changes: Changes, facts: StyleFacts): void {
  const forgetting = new Forgetting();
  for (const element of changes.content) {
    forgetting.around(element);
    if (facts.siblings) {
      forgetting.within(besideOf(element));
    }
  }
  for (const element of changes.moved) {
    forgetting.within(element);
  }
  for (const [element, attributes] of changes.attributes) {
    forgetting.around(element);
    if (element instanceof HTMLFormElement) {
      for (const pressed of queryDeep(document, 'button, input')) {
        names.delete(pressed);
      }
    }
    if (isStyled(attributes, facts)) {
      forgetting.within(facts.siblings ? besideOf(element) : element);
    }
  }
  if (changes.references) {
    for (const element of queryDeep(document, namedElsewhere)) {
      forgetting.around(element);
    }
  }
}

/** What may look otherwise now without a change in the tree: states, and animations that run or have just run. */
function forgetVolatile(facts: StyleFacts): void {
  const forgetting = new Forgetting();
  for (const { root, selector } of facts.volatile) {
    for (const element of queryAll(root, selector)) {
      forgetting.within(element);
    }
  }
  const running = new Set(
    document.getAnimations().flatMap(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return target === null ? [] : [target];
    }),
  );
  for (const element of new Set([...animated, ...running])) {
    forgetting.within(element);
  }
  animated = running;
}

function hasChanges({ content, moved, attributes }: Changes): boolean {
  return content.size + moved.size + attributes.size > 0;
}

/** Attributes by which an element gets or loses its place in an observation. */
const placing = new Set(['role', 'href', 'type', 'contenteditable', 'aria-label', 'aria-labelledby']);

function mayMoveLines({ everything, moved, attributes }: Changes): boolean {
  return (
    everything ||
    moved.size > 0 ||
    [...attributes.values()].some((names) => [...names].some((name) => placing.has(name)))
  );
}

function hostsIn(root: Root): readonly Element[] {
  const known = hosts.get(root) ?? possibleHosts(root);
  hosts.set(root, known);
  return known;
}

export interface Moment {
  /** The document and every open shadow root in it, outermost first. */
  readonly roots: readonly Root[];
  /** Whether elements may have come, gone, or become others since the last call. */
  readonly rearranged: boolean;
}

/** Forgets every name that may be another one by now. A shadow root that was not followed so far counts as a change. */
export function freshen(): Moment {
  const changes = takeChanges();
  const moved = mayMoveLines(changes);
  if (moved) {
    hosts = new Map();
  }
  const roots = openRoots(document, hostsIn);
  const unseen = roots.filter(watch).length > 0;
  const { facts, changed } = styleFacts(roots);
  const isOpen = changed || facts.unknown || unseen || (facts.anywhere && hasChanges(changes));
  if (changes.everything || isOpen) {
    forgetEverything();
  } else {
    forgetWhatMayDiffer(changes, facts);
  }
  return { roots, rearranged: moved || unseen || changed };
}

function forgetWhatMayDiffer(changes: Changes, facts: StyleFacts): void {
  try {
    forgetChanged(changes, facts);
    forgetVolatile(facts);
  } catch {
    // A selector that was made here and is none: nothing can be ruled out.
    forgetEverything();
  }
}

/** Role and name, from memory where nothing has happened to them since. Only right after `freshen`. */
export function knownName(element: Element): KnownName {
  const known = names.get(element);
  if (known !== undefined) {
    return known;
  }
  const role = shownRoleOf(element);
  const outside = outsideNamesOf(element);
  const name = nameMayHoldValue(element, outside) ? null : nameOf(element);
  const fresh = { role, name, mark: name ?? markOf(element), effect: null, line: null };
  names.set(element, fresh);
  for (const source of outside) {
    namedBy.set(source, (namedBy.get(source) ?? new Set()).add(element));
  }
  return fresh;
}

/** The raw name, computed anew where it may hold a value. */
export function knownRawName(element: Element): string {
  return knownName(element).name ?? nameOf(element);
}
