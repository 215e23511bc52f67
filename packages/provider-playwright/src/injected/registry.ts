import { markOf, nameMayHoldValue, nameOf } from './accessible-name.ts';
import { attributeOf } from './dom.ts';
import { shownRoleOf } from './role.ts';

/** One element as it was when a reference to it was given out. */
export interface Entry {
  readonly id: number;
  readonly element: Element;
  readonly role: string;
  /** Raw, once something has been asked for by this name; null before. */
  name: string | null;
  /** The name, or the part of it that is no value. */
  readonly mark: string;
  /** What a press would do, as far as the markup says: never leaves this world. */
  readonly effect: string;
  /** The box at that moment; an equal one later needs no wait for stability. */
  box: string;
  /** When that was, on this document's clock. */
  seenAt: number;
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

/** References that are kept before those of elements that have gone are dropped. */
const kept = 20_000;

function dropGone(): void {
  for (const [id, { element }] of entries) {
    if (!element.isConnected) {
      entries.delete(id);
    }
  }
}

/** What an element was when it was registered. `name` null: it was not asked for by name. */
export interface Registered {
  readonly role: string;
  readonly name: string | null;
  readonly mark: string;
  readonly effect: string;
}

function isSame(known: Entry, now: Registered): boolean {
  return known.role === now.role && known.mark === now.mark && known.effect === now.effect;
}

/** Registers the element as it is now. An element that has not changed keeps its number. */
export function register(element: Element, now: Registered): Entry {
  const known = latest.get(element);
  if (known !== undefined && isSame(known, now)) {
    const { name } = known;
    if (name === null || name === (now.name ?? nameOf(element))) {
      known.name = name ?? now.name;
      return known;
    }
  }
  last += 1;
  if (last % kept === 0) {
    dropGone();
  }
  const entry: Entry = { id: last, element, ...now, box: boxKey(element), seenAt: performance.now() };
  entries.set(entry.id, entry);
  latest.set(element, entry);
  return entry;
}

export function entryOf(id: number): Entry | null {
  return entries.get(id) ?? null;
}

function isCalledTheSame({ element, name, mark }: Entry): boolean {
  if (!nameMayHoldValue(element)) {
    const now = nameOf(element);
    return now === mark && (name === null || now === name);
  }
  return markOf(element) === mark && (name === null || nameOf(element) === name);
}

/** Whether role, name and effect are still what they were. Nothing that is kept is asked: the page is. */
export function isUnchanged(entry: Entry): boolean {
  return (
    entry.element.isConnected &&
    entry.element.ownerDocument === document &&
    shownRoleOf(entry.element) === entry.role &&
    isCalledTheSame(entry) &&
    effectOf(entry.element) === entry.effect
  );
}
