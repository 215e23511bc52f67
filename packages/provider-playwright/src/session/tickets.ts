import type { InputReport } from '../injected/input-ticket.ts';
import type { TicketState } from '../injected/press-ticket.ts';

type State = TicketState | Parameters<InputReport>[1];

const states: readonly unknown[] = [
  'armed',
  'pressed',
  'clicked',
  'covered',
  'stale',
  'disabled',
  'expired',
  'typed',
] satisfies readonly State[];

/** How far each input has come that a document was given a ticket for, as our world tells it while it happens. */
export class Tickets {
  readonly #states = new Map<number, State>();
  readonly #waiting = new Map<number, { readonly state: State; readonly done: () => void }>();

  /** Nothing that comes from a page is taken on trust. */
  tell(ticket: unknown, state: unknown): void {
    if (typeof ticket !== 'number' || !states.includes(state)) return;
    this.#states.set(ticket, state as State);
    const waiting = this.#waiting.get(ticket);
    if (waiting !== undefined && waiting.state === state) waiting.done();
  }

  pressOf(ticket: number): TicketState | null {
    const state = this.#states.get(ticket) ?? null;
    return state === 'typed' ? null : state;
  }

  /** Resolves when the ticket comes to this state, if ever. Whoever waits forgets the ticket in the end. */
  reached(ticket: number, state: State): Promise<void> {
    return new Promise((done) => this.#waiting.set(ticket, { state, done }));
  }

  forget(ticket: number): void {
    this.#states.delete(ticket);
    this.#waiting.delete(ticket);
  }
}

let last = 0;

/** A number that no other input of this process has. */
export function nextTicket(): number {
  last += 1;
  return last;
}
