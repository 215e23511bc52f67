import type { Clock } from '@cux/contracts';
import type { MonotonicClock } from '../ports/system.ts';

/** The kernel's time at one moment. */
export interface Instant {
  /** Milliseconds since the epoch; never less than at any moment before, in this process or stored. */
  readonly now: number;
  /**
   * How much time has surely passed since `since`: what this process has measured itself. Where the time was set
   * forward, or had gone on before this process was there, nothing vouches for the difference, and it is left out.
   */
  passed(since: number): number;
}

/** A stretch of the kernel's time that nobody has measured. */
interface Leap {
  readonly from: number;
  readonly to: number;
}

interface Anchor {
  readonly time: number;
  readonly steady: number;
  readonly leaps: readonly Leap[];
}

/** How far clocks may differ before the difference is a leap, in milliseconds. */
const drift = 1_000;
/** How many leaps are told apart; older ones are taken for one, which only makes whoever waits wait longer. */
const leapsKept = 64;

/**
 * The kernel's time: the highest ever stored, or the wall clock where that is ahead, and from then on what a clock that
 * never steps has measured. It goes on where the wall clock was set back, so that what has an end does end. It follows
 * where the wall clock is set forward (a machine that slept wakes so, too), so that no approval outlives its end; but
 * that somebody else's time is over is not believed on such a leap alone: see `passed`.
 */
export class KernelTime {
  readonly #clock: Clock;
  readonly #monotonic: MonotonicClock;
  readonly #anchors = new Map<string, Anchor>();

  constructor(clock: Clock, monotonic: MonotonicClock) {
    this.#clock = clock;
    this.#monotonic = monotonic;
  }

  /** @param highest the highest time ever stored in the workspace; 0 when there is none */
  at(workspace: string, highest: number): Instant {
    const steady = this.#monotonic.now();
    const wall = this.#clock.now();
    const known = this.#anchors.get(workspace);
    const measured = known === undefined ? highest : known.time + Math.max(0, steady - known.steady);
    const ahead = known === undefined || wall > measured + drift ? wall : measured;
    const time = Math.max(measured, highest, ahead);
    // Whether the time that others have stored has passed, or was leapt over by one of them, does not stand beside it.
    const leaps = known?.leaps ?? [{ from: 0, to: time }];
    const leapt = known !== undefined && time - measured > drift;
    const anchor = { time, steady, leaps: leapt ? withLeap(leaps, { from: measured, to: time }) : leaps };
    this.#anchors.set(workspace, anchor);
    const now = Math.floor(time);
    return { now, passed: (since) => Math.max(0, now - since - unmeasured(anchor.leaps, since)) };
  }
}

function withLeap(leaps: readonly Leap[], leap: Leap): readonly Leap[] {
  const all = [...leaps, leap];
  const [first, second, ...others] = all;
  return all.length > leapsKept && first !== undefined && second !== undefined
    ? [{ from: first.from, to: second.to }, ...others]
    : all;
}

function unmeasured(leaps: readonly Leap[], since: number): number {
  return leaps.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, since)), 0);
}
