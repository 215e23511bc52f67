import { flatContains, targetOf } from './dom.ts';
import { isHuman } from './press-ticket.ts';

interface InputTicket {
  readonly number: number;
  readonly element: Element;
  passed: number;
  denied: number;
}

/** Told as text begins to pass into the field of this ticket. */
export type InputReport = (ticket: number, state: 'typed') => void;

let current: InputTicket | null = null;
let report: InputReport = () => undefined;

export function armInput(number: number, element: Element): void {
  current = { number, element, passed: 0, denied: 0 };
}

/** How long text that is on its way is waited for, in milliseconds: a field that is full may hear of none. */
const patience = 100;

let onHeard: () => void = () => undefined;

/** Resolves in a task of its own after text has arrived, with its whole effect on the page. */
function textHasArrived({ passed, denied }: InputTicket): Promise<void> {
  return new Promise((done) => {
    if (passed + denied > 0) {
      done();
      return;
    }
    const timer = setTimeout(done, patience);
    onHeard = () => {
      clearTimeout(timer);
      setTimeout(done);
    };
  });
}

/** Takes the ticket back, once text that is on its way has arrived, and answers where it went. */
export async function settleInput(
  isOnItsWay: boolean,
): Promise<{ readonly passed: number; readonly denied: number }> {
  const ticket = current;
  if (ticket === null) {
    return { passed: 0, denied: 0 };
  }
  if (isOnItsWay) {
    await textHasArrived(ticket);
  }
  if (current === ticket) {
    current = null;
  }
  return { passed: ticket.passed, denied: ticket.denied };
}

function onBeforeInput(event: Event): void {
  if (!event.isTrusted || isHuman()) {
    return;
  }
  onHeard();
  const target = targetOf(event);
  const own = current !== null && target !== null && touches(current.element, target);
  if (own && current !== null) {
    current.passed += 1;
    report(current.number, 'typed');
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
export function guardInput(tell: InputReport): void {
  report = tell;
  addEventListener('beforeinput', onBeforeInput, { capture: true });
}
