import type { Clock, Ids, IssuedIdKind } from '@cux/contracts';
import { makeIssuedId } from '@cux/contracts/digest';

/** How much time has passed in this process: it never steps, and its zero means nothing. */
export interface MonotonicClock {
  /** Milliseconds since some moment of this process. */
  now(): number;
}

/** The host's wall clock. With its two neighbours, the only place where the kernel's parts meet the outside. */
export const systemClock: Clock = { now: () => Date.now() };

/** The host's steady clock. It goes on while the process is stopped, and stands while the machine sleeps. */
export const systemMonotonic: MonotonicClock = { now: () => performance.now() };

/** How many ids are drawn at a time: asking the source costs more than what it answers. */
const drawnAtOnce = 256;
const drawn = new Uint8Array(16 * drawnAtOnce);
let next = drawn.length;

/** Ids of 128 bits from the host's secure random source. */
export const randomIds: Ids = {
  next: (kind: IssuedIdKind) => {
    if (next === drawn.length) {
      crypto.getRandomValues(drawn);
      next = 0;
    }
    next += 16;
    return makeIssuedId(kind, drawn.subarray(next - 16, next));
  },
};
