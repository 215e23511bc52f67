import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicClock } from '../guard/monotonic-clock.ts';

const sliceMs = 25;
/** A watch ends at the latest after so many times its length, however busy the machine is. */
const longest = 20;

/**
 * Waits so many milliseconds in which this process could have heard what arrives. A slice in which the event loop stood
 * still for longer than it should counts for one slice only: on a busy machine a request is late by as much as we are.
 */
export async function watchFor(milliseconds: number): Promise<void> {
  const { now } = monotonicClock;
  const until = now() + longest * milliseconds;
  for (let left = milliseconds; left > 0 && now() < until; left -= sliceMs) {
    await sleep(Math.min(sliceMs, left));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
