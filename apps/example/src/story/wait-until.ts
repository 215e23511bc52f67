import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@cux/kernel';
import type { Narrator } from './narrator.ts';

/** Waits until a time in milliseconds since the epoch, and says why; Ctrl-C ends the wait. */
export async function waitUntil(narrator: Narrator, time: number, signal: AbortSignal): Promise<void> {
  const left = Math.max(time - systemClock.now(), shortest);
  narrator.line(`waiting ${Math.ceil(left / 1_000)} s before asking the site: what left may still arrive`);
  await delay(left, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

/** The kernel's time may be a little behind this clock. */
const shortest = 200;
