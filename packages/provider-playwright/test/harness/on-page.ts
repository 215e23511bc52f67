import type { Target } from '@cux/contracts';
import type { ElementRef } from '@cux/provider-sdk';
import type { Workbench } from './workbench.ts';

export const button = (name: string): Target => ({ role: 'button', name });
export const textbox = (name: string): Target => ({ role: 'textbox', name });

/** The one element that this target means; a test that names none or several has failed. */
export async function elementOf({ surface }: Workbench, target: Target): Promise<ElementRef> {
  const resolution = await surface.resolve(target);
  if (resolution.kind !== 'found') {
    throw new Error(`${target.role} "${target.name}" is ${resolution.kind}`);
  }
  return resolution.element;
}

/** How often a write to this path has been stopped at the guard: every press that did something is seen there. */
export function blockedAt({ guard }: Workbench, path: string): number {
  return guard
    .record()
    .blocked.filter((write) => write.path === path)
    .reduce((sum, { count }) => sum + count, 0);
}

/** Waits until the guard has seen more writes to this path than before; for what a press sets off. */
export async function blockedSoon(bench: Workbench, path: string, before = 0): Promise<number> {
  for (let tries = 0; tries < 1_200 && blockedAt(bench, path) <= before; tries += 1) {
    await new Promise((done) => setTimeout(done, 25));
  }
  return blockedAt(bench, path);
}

/** How many writes have been stopped at the guard so far, wherever they were going. */
export function blockedWrites({ guard }: Workbench): number {
  return guard.record().blocked.reduce((sum, { count }) => sum + count, 0);
}
