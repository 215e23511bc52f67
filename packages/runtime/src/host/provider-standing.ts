import type { Provider } from '@cux/provider-sdk';

/** Whether a provider may be given work now: the provider itself, or why not. */
export type ProviderStanding =
  | { readonly kind: 'ready'; readonly provider: Provider }
  | { readonly kind: 'refused'; readonly rule: string; readonly message: string };
