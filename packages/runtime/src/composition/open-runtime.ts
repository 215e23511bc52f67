import { createKernel, type Kernel, type KernelOptions, randomIds, systemClock } from '@cux/kernel';
import { startGuard } from '@cux/provider-sdk';
import { loadVaultKey, openFileVault } from '@cux/vault';
import type { HostOptions } from '../host/host.ts';
import { currentProcessIdentity } from '../process/process-identity.ts';
import { type VaultAtFirstUse, vaultAtFirstUse } from './vault-at-first-use.ts';

/** Where a program keeps its state, and whose proposals its kernel knows. */
export interface RuntimeOptions
  extends Pick<KernelOptions, 'store' | 'capabilities' | 'fourEyes' | 'quietMs'> {
  readonly vault: {
    readonly directory: string;
    /** The file of its key, where `keyText` is undefined; made for a vault that has none yet. */
    readonly keyFile: string;
    /** The key itself, as `CUX_VAULT_KEY` holds it. */
    readonly keyText: string | undefined;
  };
}

/** What a program says of its hosts; the rest is the same for all of them. A host may have another vault, guard or name than the usual ones. */
export type HostParts = Omit<HostOptions, 'kernel' | 'vault' | 'clock' | 'ids' | 'processId' | 'startGuard'> &
  Partial<Pick<HostOptions, 'vault' | 'processId' | 'startGuard'>>;

/** Kernel and vault over one state, and what hosts of this process need beside. */
export interface Runtime extends VaultAtFirstUse {
  readonly kernel: Kernel;
  /** The options of a host in this life of this process: `createHost` and `createComputerHost` take the same. */
  hostOptions(parts: HostParts): Promise<HostOptions>;
  close(): Promise<void>;
}

/**
 * The one composition that every program of ours begins with: on the clock and the randomness of this machine, with the
 * guard of the SDK. It owns the store from here on. Throws as `createKernel` does, and has closed the store then.
 */
export async function openRuntime({ vault, store, ...rest }: RuntimeOptions): Promise<Runtime> {
  let kernel: Kernel;
  try {
    kernel = createKernel({ ...rest, store, clock: systemClock, ids: randomIds });
  } catch (error) {
    await store.close();
    throw error;
  }
  const atFirstUse = vaultAtFirstUse(async () => {
    const { directory, keyFile: file, keyText: text } = vault;
    const key = await loadVaultKey({ text, file, directory });
    return openFileVault({ directory, key, clock: systemClock });
  });
  return {
    kernel,
    ...atFirstUse,
    hostOptions: async (parts) => ({
      startGuard: () => startGuard({ clock: systemClock }),
      vault: atFirstUse.vault,
      ...parts,
      kernel,
      clock: systemClock,
      ids: randomIds,
      processId: parts.processId ?? (await currentProcessIdentity(randomIds.next('session'))),
    }),
    close: () => kernel.close(),
  };
}
