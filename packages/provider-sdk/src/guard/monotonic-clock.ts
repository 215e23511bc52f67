import { systemClock } from './system-clock.ts';

/** Time that only moves forward, in milliseconds since some moment of this process. Means nothing outside of it. */
export interface MonotonicClock {
  now(): number;
}

/**
 * A clock that moves by whichever of the two has moved further since it was last read. A steady clock stands while
 * the machine sleeps, and a wall clock can be set back: what ends by this clock ends early rather than late.
 */
export function monotonicFrom(steady: () => number, wall: () => number): MonotonicClock {
  let [lastSteady, lastWall, elapsed] = [steady(), wall(), 0];
  return {
    now: () => {
      const [nowSteady, nowWall] = [steady(), wall()];
      elapsed += Math.max(nowSteady - lastSteady, nowWall - lastWall, 0);
      [lastSteady, lastWall] = [nowSteady, nowWall];
      return elapsed;
    },
  };
}

/** The one clock of this process that permits end by: whoever asks for a permit and whoever checks it share it. */
export const monotonicClock: MonotonicClock = monotonicFrom(
  () => performance.now(),
  () => systemClock.now(),
);
