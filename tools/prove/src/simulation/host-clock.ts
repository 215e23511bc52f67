import type { Clock } from '@cux/contracts';
import type { MonotonicClock } from '@cux/kernel';
import { epoch, type World } from './world.ts';

/** The clocks of one machine: a wall clock that somebody may set, and a steady one that only ever counts. */
export interface HostClock {
  readonly wall: Clock;
  readonly steady: MonotonicClock;
  /** Sets the wall clock forward, or back. */
  set(milliseconds: number): void;
}

export function hostClock(world: World): HostClock {
  const born = world.scheduler.now;
  let offset = 0;
  return {
    wall: { now: () => epoch + world.scheduler.now + offset },
    steady: { now: () => world.scheduler.now - born },
    set: (milliseconds) => {
      offset += milliseconds;
    },
  };
}
