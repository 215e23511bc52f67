import { matches, openShadowOf, parentOf, queryAll, type Root } from './dom.ts';

/** What has happened to the tree since it was last looked at. */
export interface Changes {
  /** More than is worth following: everything may have changed. */
  everything: boolean;
  /** Something by which an element is named from elsewhere: ids, labels, owned elements. */
  references: boolean;
  /** Elements whose own content is another. */
  readonly content: Set<Element>;
  /** Elements that came or went, with all that is in them. */
  readonly moved: Set<Element>;
  /** Elements whose attributes changed, with the names of these. */
  readonly attributes: Map<Element, Set<string>>;
}

/** Records that are kept apart; past it everything counts as changed. */
const bound = 4_000;

const byReference = new Set(['id', 'for', 'aria-labelledby', 'aria-owns']);
const references = '[id], label, [aria-labelledby], [aria-owns]';
const sheets = 'style, link';

function noChanges(): Changes {
  return {
    everything: false,
    references: false,
    content: new Set(),
    moved: new Set(),
    attributes: new Map(),
  };
}

let changes = noChanges();
let size = 0;

/** By type, since an element that came from another document is no instance of this one's class. */
function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function elementAround(node: Node | null): Element | null {
  return node instanceof ShadowRoot ? node.host : node !== null && isElement(node) ? node : null;
}

function holds(element: Element, selector: string): boolean {
  return matches(element, selector) || queryAll(element, selector).length > 0;
}

function noteChildren(record: MutationRecord): void {
  const around = elementAround(record.target);
  if (around === null || matches(around, sheets) || openShadowOf(around) !== null) {
    // The document itself, a sheet's text, or a host whose slots now show something else.
    changes.everything = true;
    return;
  }
  changes.content.add(around);
  for (const node of [...Array.from(record.addedNodes), ...Array.from(record.removedNodes)]) {
    if (isElement(node)) {
      changes.everything ||= holds(node, sheets);
      changes.references ||= holds(node, references);
      changes.moved.add(node);
    }
  }
}

function noteAttribute(element: Element, name: string): void {
  if (name === 'slot' || element instanceof HTMLSlotElement || matches(element, sheets)) {
    changes.everything = true;
    return;
  }
  changes.references ||= byReference.has(name);
  const names = changes.attributes.get(element) ?? new Set();
  changes.attributes.set(element, names.add(name));
}

function note(record: MutationRecord): void {
  size += 1 + record.addedNodes.length + record.removedNodes.length;
  if (size > bound) {
    changes.everything = true;
  }
  if (changes.everything) {
    return;
  }
  switch (record.type) {
    case 'childList':
      noteChildren(record);
      return;
    case 'attributes':
      noteAttribute(record.target as Element, record.attributeName ?? '');
      return;
    case 'characterData': {
      const around = elementAround(parentOf(record.target));
      changes.everything ||= around !== null && matches(around, sheets);
      if (around !== null) {
        changes.content.add(around);
      }
    }
  }
}

const observer = new MutationObserver((records) => records.forEach(note));
const watched = new WeakSet<Root>();

/** Follows this root from now on; true when it was not followed before. */
export function watch(root: Root): boolean {
  if (watched.has(root)) {
    return false;
  }
  watched.add(root);
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  return true;
}

/** Everything since the last call, and an empty sheet from here on. */
export function takeChanges(): Changes {
  observer.takeRecords().forEach(note);
  const taken = changes;
  changes = noChanges();
  size = 0;
  return taken;
}
