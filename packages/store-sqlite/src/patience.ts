import { setTimeout as pause } from 'node:timers/promises';
import { mapFault } from './map-fault.ts';
import { StoreFault } from './store-fault.ts';

/** For how long the engine itself may wait for another process, in milliseconds: it stops the event loop meanwhile. */
export const glanceMs = 20;
/** How long the event loop has between two looks, in milliseconds. */
export const betweenMs = 20;

/** Whether another process holds the file, so that the same may succeed a moment later. */
export function isHeld(fault: unknown): boolean {
  return StoreFault.isInstance(fault) && fault.code === 'locked';
}

/**
 * Does a piece of work that changes nothing unless it succeeds, again and again while another process holds the file. Between two
 * tries the event loop goes on: whoever sends the program a signal is heard. Throws a `StoreFault`, `locked` after so many milliseconds.
 */
export async function patiently<Value>(milliseconds: number, task: () => Value): Promise<Value> {
  const until = performance.now() + milliseconds;
  for (;;) {
    try {
      return task();
    } catch (error) {
      const fault = mapFault(error);
      if (!isHeld(fault) || performance.now() >= until) throw fault;
    }
    await pause(betweenMs);
  }
}
