import { systemClock } from '@cux/kernel';
import { type Guard, type Provider, startGuard } from '@cux/provider-sdk';
import type { DemoOptions } from './options.ts';

/** What sees and presses, and the guard that it sits behind. */
export interface Engine {
  readonly provider: Provider;
  readonly startGuard: () => Promise<Guard>;
}

/** Chromium, or declared screens whose requests are as real: the site, the guard and the judge are the same. */
export async function openEngine(options: DemoOptions, origin: string): Promise<Engine> {
  const provider = options.mock ? await mockProvider(options, origin) : await browserProvider();
  return { provider, startGuard: () => startGuard({ clock: systemClock }) };
}

// Each is loaded only where it is used: a story without a browser needs nothing of one.
async function mockProvider({ modal }: DemoOptions, origin: string): Promise<Provider> {
  const { createMockProvider } = await import('@cux/provider-mock');
  const { newsroomFixture } = await import('../mock/newsroom-fixture.ts');
  return createMockProvider({ fixture: newsroomFixture({ origin, modal }) });
}

async function browserProvider(): Promise<Provider> {
  const { createPlaywrightProvider } = await import('@cux/provider-playwright');
  return createPlaywrightProvider();
}
