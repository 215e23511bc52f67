import { setTimeout as pause } from 'node:timers/promises';
import { systemMonotonic } from '@cux/kernel';
import { troubleOf } from './map-fault.ts';

/** How often a transaction is tried again that the server has undone for the sake of another. */
const triesAgainstOthers = 6;
/** The first and the longest pause between two tries, in milliseconds. */
const shortest = 20;
const longest = 1_000;

/**
 * Runs a task that can safely be run again, until it answers: over the loss of a connection for as long as `patienceMs`,
 * and a few times where the server has undone it for the sake of another transaction. Throws what the last try threw.
 */
export async function persist<Value>(task: () => Promise<Value>, patienceMs: number): Promise<Value> {
  let lostSince: number | null = null;
  for (let tries = 1; ; tries += 1) {
    try {
      return await task();
    } catch (error) {
      const { kind } = troubleOf(error);
      if (kind === 'fault') throw error;
      if (kind === 'retry' && tries >= triesAgainstOthers) throw error;
      if (kind === 'lost') {
        lostSince ??= systemMonotonic.now();
        if (systemMonotonic.now() - lostSince >= patienceMs) throw error;
      }
      await pause(Math.min(shortest * 2 ** (tries - 1), longest));
    }
  }
}
