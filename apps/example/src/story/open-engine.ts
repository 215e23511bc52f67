import { systemClock } from '@cux/kernel';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { type Guard, type Provider, startGuard } from '@cux/provider-sdk';
import type { DemoOptions } from './options.ts';

/** What sees and presses, and the guard that it sits behind. */
export interface Engine {
  readonly provider: Provider;
  readonly startGuard: () => Promise<Guard>;
}

export async function openEngine(_options: DemoOptions): Promise<Engine> {
  return { provider: createPlaywrightProvider(), startGuard: () => startGuard({ clock: systemClock }) };
}
