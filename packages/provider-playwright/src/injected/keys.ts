import { flatContains, flatParentOf, focusedElement } from './dom.ts';
import { check, type NotReady } from './fence.ts';
import { armInput, settleInput } from './input-ticket.ts';
import { armKeys, byKeys, settleKeyPress } from './press-ticket.ts';
import { entryOf, isUnchanged } from './registry.ts';

/** Checks the element as for a press, gives it the focus, and lets pass what keys do there until they are over. */
export async function beginKeys(id: number): Promise<{ readonly kind: 'ready' | NotReady }> {
  const checked = await check(id);
  if (checked.kind !== 'ready') {
    return { kind: checked.kind };
  }
  const { element } = checked.entry;
  if (element instanceof HTMLElement || element instanceof SVGElement) {
    element.focus({ preventScroll: true });
  }
  const holder = focusedElement();
  const within = holder !== null && (flatContains(element, holder) || flatContains(holder, element));
  if (!within || !isUnchanged(checked.entry)) {
    return { kind: 'stale' };
  }
  armInput(byKeys, element);
  armKeys(checked.entry);
  return { kind: 'ready' };
}

export async function settleKeys(): Promise<void> {
  settleKeyPress();
  await settleInput(false);
}

/** Scrolls the nearest thing around the element that scrolls, or the page where it is null. */
export function scrollBy(id: number | null, left: number, top: number): 'done' | 'stale' {
  if (id === null) {
    globalThis.scrollBy({ left, top, behavior: 'instant' });
    return 'done';
  }
  const entry = entryOf(id);
  if (entry === null || !isUnchanged(entry)) {
    return 'stale';
  }
  for (let each: Element | null = entry.element; each !== null; each = flatParentOf(each)) {
    const before = [each.scrollLeft, each.scrollTop];
    each.scrollBy({ left, top, behavior: 'instant' });
    if (each.scrollLeft !== before[0] || each.scrollTop !== before[1]) {
      return 'done';
    }
  }
  globalThis.scrollBy({ left, top, behavior: 'instant' });
  return 'done';
}
