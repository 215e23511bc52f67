import { createHttpProvider, wordpressInterface } from '@cux/provider-http';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import type { Provider } from '@cux/provider-sdk';

/** What works by a recipe: the site's API for the one that is about it, Chromium for all others. */
export async function providerFor(recipe: string): Promise<Provider> {
  return recipe === 'wordpress-rest'
    ? createHttpProvider({ interface: wordpressInterface })
    : createPlaywrightProvider();
}
