import { targetOf } from './dom.ts';
import { isTurnedOff } from './fence.ts';
import { belongsTo } from './hit.ts';
import { type Entry, isUnchanged } from './registry.ts';

export type TicketState = 'armed' | 'pressed' | 'clicked' | 'covered' | 'stale' | 'disabled' | 'expired';

interface Ticket {
  readonly number: number;
  readonly entry: Entry;
  /** When it is over, on this document's clock; a pointer that comes later is turned away. */
  readonly until: number;
  state: TicketState;
}

/** Told of every change at the moment it happens, since the page may be gone a moment later. */
export type Report = (ticket: number, state: TicketState) => void;

let current: Ticket | null = null;
let handsOfAPerson = false;
let report: Report = () => undefined;

/** While a person holds the screen, their own pointer and keys pass. */
export function setHuman(human: boolean): void {
  handsOfAPerson = human;
  current = null;
}

export function isHuman(): boolean {
  return handsOfAPerson;
}

/** @param lasts milliseconds from now in which the pointer may go down */
export function armPress(number: number, entry: Entry, lasts: number): void {
  current = { number, entry, until: performance.now() + lasts, state: 'armed' };
}

/** No ticket that is given out has this number. */
export const byKeys = -1;

/** What keys activate on this element passes, as if a pointer had gone down on it. */
export function armKeys(entry: Entry): void {
  current = { number: byKeys, entry, until: Number.POSITIVE_INFINITY, state: 'pressed' };
}

export function settleKeyPress(): void {
  settlePress(byKeys);
}

/** Takes the ticket back and answers how far it got. */
export function settlePress(number: number): TicketState | null {
  if (current?.number !== number) {
    return null;
  }
  const { state } = current;
  current = null;
  return state;
}

/** After the click that a ticket was for nothing passes on it: not in this task, since a label clicks its control too. */
function closeSoon(ticket: Ticket): void {
  setTimeout(() => {
    if (current === ticket) {
      current = null;
    }
  });
}

function deny(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}

function move(ticket: Ticket, state: TicketState): void {
  ticket.state = state;
  report(ticket.number, state);
}

/** The one moment that counts: is what the pointer goes down on still the thing that was checked? */
function judgeDown(ticket: Ticket, event: Event): boolean {
  if (performance.now() > ticket.until) {
    move(ticket, 'expired');
    return false;
  }
  if (!isUnchanged(ticket.entry)) {
    move(ticket, 'stale');
    return false;
  }
  if (!belongsTo(ticket.entry.element, targetOf(event))) {
    move(ticket, 'covered');
    return false;
  }
  if (isTurnedOff(ticket.entry.element)) {
    move(ticket, 'disabled');
    return false;
  }
  move(ticket, 'pressed');
  return true;
}

function mayPass(event: Event): boolean {
  const ticket = current;
  if (ticket === null) {
    return false;
  }
  if (event.type === 'pointerdown' && ticket.state === 'armed') {
    return judgeDown(ticket, event);
  }
  if (ticket.state !== 'pressed' && ticket.state !== 'clicked') {
    return false;
  }
  if (event.type === 'click' && belongsTo(ticket.entry.element, targetOf(event))) {
    move(ticket, 'clicked');
    closeSoon(ticket);
  }
  return true;
}

function onPointer(event: Event): void {
  const byHand = handsOfAPerson && current === null;
  if (event.isTrusted && !byHand && !mayPass(event)) {
    deny(event);
  }
}

const pointerEvents = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
  'touchstart',
  'touchend',
];

/** First in line on the window, before any script of the page: no trusted press passes without a ticket. */
export function guardPresses(tell: Report): void {
  report = tell;
  for (const type of pointerEvents) {
    addEventListener(type, onPointer, { capture: true, passive: false });
  }
}
