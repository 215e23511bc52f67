import { flatContains } from './dom.ts';
import { isHuman } from './press-ticket.ts';

interface InputTicket {
  readonly element: Element;
  passed: number;
  denied: number;
}

let current: InputTicket | null = null;

export function armInput(element: Element): void {
  current = { element, passed: 0, denied: 0 };
}

/** Takes the ticket back and answers where the text went. */
export function settleInput(): { readonly passed: number; readonly denied: number } {
  const { passed, denied } = current ?? { passed: 0, denied: 0 };
  current = null;
  return { passed, denied };
}

function onBeforeInput(event: Event): void {
  if (!event.isTrusted || isHuman()) {
    return;
  }
  const [target] = event.composedPath();
  const own = current !== null && target instanceof Element && touches(current.element, target);
  if (own && current !== null) {
    current.passed += 1;
    return;
  }
  if (current !== null) {
    current.denied += 1;
  }
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** Rich editors report the editing host, which may be around or inside the field that was named. */
function touches(field: Element, target: Element): boolean {
  return (
    flatContains(field, target) ||
    (target instanceof HTMLElement && target.isContentEditable && flatContains(target, field))
  );
}

/** Text goes into the resolved field or nowhere: focus may have moved between check and input. */
export function guardInput(): void {
  addEventListener('beforeinput', onBeforeInput, { capture: true });
}
