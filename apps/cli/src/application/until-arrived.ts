import { setTimeout as delay } from 'node:timers/promises';
import { CliFault } from '../cli-fault.ts';
import type { Output } from '../output.ts';
import { withProgress } from '../progress.ts';

/** The kernel's time may be a little behind this clock. */
const shortestWait = 200;

/** Stays while what has left may still arrive, and says so. @param left in milliseconds */
export async function untilArrived(output: Output, left: number): Promise<void> {
  const wait = Math.max(left, shortestWait);
  const text = `waiting ${seconds(wait)}, as what left may still arrive (--no-wait leaves the rest to a later command)`;
  await withProgress(output, text, () => delay(wait));
}

/** What a command ends with that does not stay. @param who asks then, for example "The site is asked" */
export function notYet(who: string, left: number): CliFault {
  return new CliFault(
    'not_yet',
    `${who} once what left must have arrived, which takes ${seconds(Math.max(left, shortestWait))} more: run this again without --no-wait, and it stays for that long.`,
  );
}

function seconds(milliseconds: number): string {
  return `${Math.ceil(milliseconds / 1_000)} s`;
}
