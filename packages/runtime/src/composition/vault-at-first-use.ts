import type { Vault } from '@cux/vault';

export interface VaultAtFirstUse {
  readonly vault: Vault;
  /** Opens it at once, for work that may not stop half way for want of it. */
  readonly openVault: () => Promise<void>;
}

/** A vault that is opened when it is first asked for anything. What keeps it from opening is thrown, and the next asking tries again. */
export function vaultAtFirstUse(open: () => Promise<Vault>): VaultAtFirstUse {
  let opened: Promise<Vault> | null = null;
  const vault = (): Promise<Vault> => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  const lazy: Vault = {
    durable: true,
    put: async (bytes) => (await vault()).put(bytes),
    get: async (digest) => (await vault()).get(digest),
    putNamed: async (name, bytes) => (await vault()).putNamed(name, bytes),
    getNamed: async (name) => (await vault()).getNamed(name),
    removeNamed: async (name) => (await vault()).removeNamed(name),
    sweep: async (options) => (await vault()).sweep(options),
  };
  const openVault = async (): Promise<void> => {
    await vault();
  };
  return { vault: lazy, openVault };
}
