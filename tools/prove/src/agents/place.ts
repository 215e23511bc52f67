import { AsyncLocalStorage } from 'node:async_hooks';
import type { Life } from '../simulation/scheduler.ts';

/** One call of a host, as its caller has it: which surfaces it has contacted, and for which Computer it is. */
export interface Call {
  readonly name: string;
  readonly computer_id: string | null;
  readonly contacts: string[];
}

/** In whose life code of the simulated world runs, and for which call. */
export interface Place {
  readonly life: Life;
  readonly call: Call | null;
}

/** Follows whatever a call awaits: timers and contacts know by it whose they are. Code outside of the world has none. */
export const place = new AsyncLocalStorage<Place>();

/** What a dead process waits for never comes. */
export function never<Value>(): Promise<Value> {
  return new Promise(() => undefined);
}
