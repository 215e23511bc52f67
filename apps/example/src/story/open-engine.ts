import type { Provider } from '@cux/provider-sdk';
import type { DemoOptions } from './options.ts';

/**
 * What sees and presses: Chromium, or declared screens whose requests are as real. The site, the guard and the judge are the
 * same. Each is loaded only where it is used: a story without a browser needs nothing of one.
 */
export async function openEngine({ mock, modal }: DemoOptions, origin: string): Promise<Provider> {
  if (!mock) {
    const { createPlaywrightProvider } = await import('@cux/provider-playwright');
    return createPlaywrightProvider();
  }
  const { createMockProvider } = await import('@cux/provider-mock');
  const { newsroomFixture } = await import('../mock/newsroom-fixture.ts');
  return createMockProvider({ fixture: newsroomFixture({ origin, modal }) });
}
