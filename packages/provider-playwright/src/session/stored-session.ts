import { ProviderFault } from '@cux/provider-sdk';
import type { BrowserContext } from 'playwright-core';

type StoredState = Parameters<BrowserContext['setStorageState']>[0];

/** Cookies and storage of the whole browser, for the vault and nowhere else. */
export async function exportStoredSession(context: BrowserContext): Promise<Uint8Array> {
  return new TextEncoder().encode(JSON.stringify(await context.storageState({ indexedDB: true })));
}

/** Puts back what `exportStoredSession` gave. Its content is never part of an error. */
export async function restoreStoredSession(context: BrowserContext, stored: Uint8Array): Promise<void> {
  try {
    await context.setStorageState(JSON.parse(new TextDecoder().decode(stored)) as StoredState);
  } catch {
    throw new ProviderFault(
      'engine_start_failed',
      'The stored session could not be restored: sign in again.',
    );
  }
}
