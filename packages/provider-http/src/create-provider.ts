import type { Provider } from '@cux/provider-sdk';
import { createHttpProvider } from './create-http-provider.ts';
import { wordpressInterface } from './interfaces/wordpress.ts';

/**
 * The entry that the package's manifest (`cux-provider.json`) names: the same provider from a configuration that an operator
 * has written; WordPress where it names no interface. Throws as {@link createHttpProvider} does.
 */
export function createProvider(config: { readonly interface?: unknown } = {}): Provider {
  const { interface: described = 'wordpress' } = config;
  return createHttpProvider({ interface: described === 'wordpress' ? wordpressInterface : described });
}
