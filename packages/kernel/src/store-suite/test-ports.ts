import { type Clock, type Ids, type IssuedIdKind, makeIssuedId } from '@cux/contracts';
import type { MonotonicClock } from '../ports/system.ts';

/**
 * A clock that stands still until it is moved. Time passes with `advance`; `set`, and an advance by less than nothing,
 * only turn the hands of the wall clock.
 */
export interface StoppedClock extends Clock {
  readonly monotonic: MonotonicClock;
  set(time: number): void;
  advance(milliseconds: number): void;
}

export function stoppedClock(start = 1_760_000_000_000): StoppedClock {
  let time = start;
  let passed = 0;
  return {
    now: () => time,
    monotonic: { now: () => passed },
    set: (next) => {
      time = next;
    },
    advance: (milliseconds) => {
      time += milliseconds;
      passed += Math.max(0, milliseconds);
    },
  };
}

/** Ids that count, so that a run can be repeated. Two sources over one store need two series (0 … 255). */
export function countingIds(series = 0): Ids {
  let count = 0;
  return {
    next: (kind: IssuedIdKind) => {
      count += 1;
      const bytes = new Uint8Array(16);
      bytes[0] = series;
      new DataView(bytes.buffer).setUint32(12, count);
      return makeIssuedId(kind, bytes);
    },
  };
}
