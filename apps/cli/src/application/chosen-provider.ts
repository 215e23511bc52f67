import type { Provider } from '@cux/provider-sdk';
import { CliFault } from '../cli-fault.ts';
import type { CommandContext } from '../command-context.ts';
import type { ApplicationOptions } from './open-application.ts';

/** The provider that this run names, or Chromium. */
export async function chosenProvider(
  { options }: CommandContext,
  { window = false }: ApplicationOptions,
): Promise<Provider> {
  const { provider = 'playwright', chromium } = options();
  if (provider !== 'playwright') {
    throw new CliFault(
      'not_found',
      'There is no such provider here; "cux provider list" names those that are.',
    );
  }
  const { createPlaywrightProvider } = await import('@cux/provider-playwright');
  return createPlaywrightProvider({
    headless: !window,
    ...(chromium === undefined || chromium === '' ? {} : { executablePath: chromium }),
  });
}
