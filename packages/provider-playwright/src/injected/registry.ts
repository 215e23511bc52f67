import { nameOf } from './accessible-name.ts';
import { attributeOf } from './dom.ts';
import { roleOf } from './role.ts';

/** One element as it was when a reference to it was given out. */
export interface Entry {
  readonly id: number;
  readonly element: Element;
  readonly role: string;
  readonly name: string;
  /** What a press would do, as far as the markup says: never leaves this world. */
  readonly effect: string;
  /** The box at that moment; an equal one later needs no wait for stability. */
  readonly box: string;
  /** When that was, on this document's clock. */
  readonly seenAt: number;
}

const entries = new Map<number, Entry>();
const latest = new WeakMap<Element, Entry>();
let last = 0;

/** The markup's own account of what a press does: link target, form target and method, type of button. */
export function effectOf(element: Element): string {
  const form =
    element instanceof HTMLButtonElement || element instanceof HTMLInputElement ? element.form : null;
  return JSON.stringify([
    element.localName,
    ...['type', 'href', 'target', 'download', 'formaction', 'formmethod', 'form', 'ping'].map((name) =>
      attributeOf(element, name),
    ),
    ...(form === null ? [] : ['action', 'method', 'target'].map((name) => attributeOf(form, name))),
  ]);
}

export function boxKey(element: Element): string {
  const box = element.getBoundingClientRect();
  return `${box.x},${box.y},${box.width},${box.height}`;
}

/** Registers the element as it is now. An element that has not changed keeps its number. */
export function register(element: Element, role: string, name: string): Entry {
  const known = latest.get(element);
  const effect = effectOf(element);
  if (known !== undefined && known.role === role && known.name === name && known.effect === effect) {
    return known;
  }
  last += 1;
  const entry: Entry = {
    id: last,
    element,
    role,
    name,
    effect,
    box: boxKey(element),
    seenAt: performance.now(),
  };
  entries.set(entry.id, entry);
  latest.set(element, entry);
  return entry;
}

export function entryOf(id: number): Entry | null {
  return entries.get(id) ?? null;
}

/** Whether role, name and effect are still what they were. */
export function isUnchanged(entry: Entry): boolean {
  return (
    entry.element.isConnected &&
    entry.element.ownerDocument === document &&
    roleOf(entry.element) === entry.role &&
    nameOf(entry.element) === entry.name &&
    effectOf(entry.element) === entry.effect
  );
}
