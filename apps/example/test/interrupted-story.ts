import { expect } from 'vitest';
import { endOf, startDemo, untilPrinted } from './demo-process.ts';
import { type Mode, publicationsIn } from './oracle.ts';
import { leftNaming } from './processes.ts';

/** Starts a demo and presses Ctrl-C once it has printed this: nothing has left by then, and nothing stays behind. */
export async function interrupt(
  state: string,
  mode: Mode,
  flags: readonly string[],
  begun: string,
): Promise<void> {
  const demo = startDemo(state, [...flags, '--decide', 'approve']);
  const ended = endOf(demo);
  await untilPrinted(demo, begun);
  demo.kill('SIGINT');
  const interrupted = await ended;
  expect(interrupted.errors).toMatch(/^cux demo: interrupted; nothing is lost.*\n$/);
  expect(interrupted.code).toBe(130);
  expect(await leftNaming(state)).toEqual([]);
  expect(publicationsIn(state, mode)).toHaveLength(0);
}
