import { systemClock } from '@cux/kernel';
import { createMockProvider } from '@cux/provider-mock';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { type Guard, type Provider, startGuard } from '@cux/provider-sdk';
import { newsroomFixture } from '../mock/newsroom-fixture.ts';
import type { DemoOptions } from './options.ts';

/** What sees and presses, and the guard that it sits behind. */
export interface Engine {
  readonly provider: Provider;
  readonly startGuard: () => Promise<Guard>;
}

/** Chromium, or declared screens whose requests are as real: the site, the guard and the judge are the same. */
export function openEngine(options: DemoOptions, origin: string): Engine {
  const provider = options.mock
    ? createMockProvider({ fixture: newsroomFixture({ origin, modal: options.modal }) })
    : createPlaywrightProvider();
  return { provider, startGuard: () => startGuard({ clock: systemClock }) };
}
