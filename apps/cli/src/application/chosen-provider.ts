import type { Provider } from '@cux/provider-sdk';
import type { ProviderStanding } from '@cux/runtime';
import type { CommandContext } from '../command-context.ts';
import type { RunConfig } from '../providers/load-release.ts';
import { openRegistry } from '../providers/open-registry.ts';
import type { ApplicationOptions } from './open-application.ts';

/** Which registered provider does the work of this run, and how it is asked whether it may. */
export interface ChosenProvider {
  readonly providerId: string;
  readonly standing: (providerId: string) => Promise<ProviderStanding>;
}

/** The provider that this run names, or Chromium. Whether it is installed and ready shows when it is first asked for. */
export function chosenProvider(
  { options, location }: CommandContext,
  { window = false }: ApplicationOptions,
): ChosenProvider {
  const { provider: providerId = 'playwright', chromium } = options();
  const run: RunConfig = {
    ...(window ? { headless: false } : {}),
    ...(chromium === undefined || chromium === '' ? {} : { executable_path: chromium }),
  };
  const registry = openRegistry(location(), run);
  return { providerId, standing: (id) => registry.standing(id) };
}

/** Chromium without any registry, for what is tried before there is a state: a recipe on its site. */
export async function ownBrowser({ options }: CommandContext): Promise<Provider> {
  const { chromium } = options();
  const { createPlaywrightProvider } = await import('@cux/provider-playwright');
  return createPlaywrightProvider(
    chromium === undefined || chromium === '' ? {} : { executablePath: chromium },
  );
}
