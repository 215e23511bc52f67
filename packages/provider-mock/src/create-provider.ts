import type { Provider } from '@cux/provider-sdk';
import { createMockProvider } from './create-mock-provider.ts';

/**
 * The entry that the package's manifest (`cux-provider.json`) names: the same provider from a configuration that an operator
 * has written. Throws as {@link createMockProvider} does.
 */
export function createProvider({ fixture }: { readonly fixture: unknown }): Provider {
  return createMockProvider({ fixture });
}
