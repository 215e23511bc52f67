import { type Clock, type Ids, type IssuedIdKind, makeIssuedId } from '@cux/contracts';

/** A clock that stands still until it is moved; it may be moved back. */
export interface StoppedClock extends Clock {
  set(time: number): void;
  advance(milliseconds: number): void;
}

export function stoppedClock(start = 1_760_000_000_000): StoppedClock {
  let time = start;
  return {
    now: () => time,
    set: (next) => {
      time = next;
    },
    advance: (milliseconds) => {
      time += milliseconds;
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
