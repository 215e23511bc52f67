import type { Provider } from '@cux/provider-sdk';
import { createPlaywrightProvider } from './create-playwright-provider.ts';

/** As the package's manifest (`cux-provider.json`) describes it, by which a host has judged it. */
export interface PlaywrightConfig {
  readonly executable_path?: string;
  readonly headless?: boolean;
}

/** The entry that the manifest names: the same provider from a configuration that an operator has written. */
export function createProvider({ executable_path, headless }: PlaywrightConfig = {}): Provider {
  return createPlaywrightProvider({
    ...(executable_path === undefined ? {} : { executablePath: executable_path }),
    ...(headless === undefined ? {} : { headless }),
  });
}
