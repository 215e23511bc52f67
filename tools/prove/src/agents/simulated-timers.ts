import type { Scheduler } from '../simulation/scheduler.ts';
import { place } from './place.ts';

interface Timer {
  readonly cancel: () => void;
  ref(): Timer;
  unref(): Timer;
  hasRef(): boolean;
}

/**
 * While `work` runs, the timers of code of the simulated world are turns of its scheduler: they belong to the life that
 * set them, and end with it. Code outside of the world keeps the timers of the machine.
 */
export async function withSimulatedTimers<Value>(
  scheduler: Scheduler,
  work: () => Promise<Value>,
): Promise<Value> {
  const machine = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  const setTimer = (fire: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]): unknown => {
    const here = place.getStore();
    if (here === undefined) return machine.setTimeout(fire, milliseconds, ...given);
    const { over, cancel } = scheduler.timeout(here.life, 'timer', Math.max(0, milliseconds));
    void over.then(() => fire(...given));
    const timer: Timer = { cancel, ref: () => timer, unref: () => timer, hasRef: () => true };
    return timer;
  };
  const clearTimer = (timer: unknown): void => {
    if (isSimulated(timer)) timer.cancel();
    else machine.clearTimeout(timer as NodeJS.Timeout);
  };
  Object.assign(globalThis, { setTimeout: setTimer, clearTimeout: clearTimer });
  try {
    return await work();
  } finally {
    Object.assign(globalThis, machine);
  }
}

function isSimulated(timer: unknown): timer is Timer {
  return typeof timer === 'object' && timer !== null && 'cancel' in timer;
}
