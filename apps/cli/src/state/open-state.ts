import { contentOpsDescription } from '@cux/content-ops';
import { createKernel, type Kernel, randomIds, systemClock } from '@cux/kernel';
import { loadVaultKey, openFileVault, type Vault } from '@cux/vault';
import { CliFault } from '../cli-fault.ts';
import type { StateLocation } from './locate-state.ts';
import { existingSqlitePlace, type StorePlace } from './store-place.ts';
import { vaultAtFirstUse } from './vault-at-first-use.ts';

/** An opened state folder. */
export interface OpenState {
  readonly location: StateLocation;
  /** The workspaces that the command looks at. */
  readonly workspaces: readonly string[];
  readonly allWorkspaces: readonly string[];
  readonly kernel: Kernel;
  /** Opened, and made where there is none, when it is first asked; a command that only reads the store makes none. */
  readonly vault: Vault;
  /**
   * Where what was seen is kept, and where copies of it are made for viewers (null: nowhere). The vault and the state folder,
   * but for the work of a `zdr` workspace.
   */
  readonly seen: { readonly vault: Vault; readonly folder: string | null };
  /** Opens the vault at once, for work that may not stop half way for want of it. */
  readonly openVault: () => Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens what is there; it may be in use by another process at the same time.
 *
 * @param place where the store is; in the state folder when left out
 * @param vaultKey the key as text, as `CUX_VAULT_KEY` holds it; read from its file when undefined
 */
export async function openState(
  location: StateLocation,
  workspace: string | undefined,
  place: StorePlace = existingSqlitePlace(location.database),
  vaultKey: string | undefined = process.env.CUX_VAULT_KEY,
  { mayBeMissing = false }: { readonly mayBeMissing?: boolean } = {},
): Promise<OpenState> {
  const store = await place.open();
  const kernel = createKernel({
    store,
    clock: systemClock,
    ids: randomIds,
    capabilities: [contentOpsDescription],
  });
  try {
    const all = await store.workspaces();
    const opened = vaultAtFirstUse(async () =>
      openFileVault({
        directory: location.vault,
        key: await loadVaultKey({
          text: vaultKey,
          file: location.vaultKey,
          directory: location.vault,
        }),
        clock: systemClock,
      }),
    );
    return {
      location,
      workspaces: chosen(all, workspace, mayBeMissing),
      allWorkspaces: all,
      kernel,
      ...opened,
      seen: { vault: opened.vault, folder: location.folder },
      close: () => kernel.close(),
    };
  } catch (error) {
    await kernel.close();
    throw error;
  }
}

function chosen(
  all: readonly string[],
  workspace: string | undefined,
  mayBeMissing: boolean,
): readonly string[] {
  if (workspace === undefined) return all;
  if (all.includes(workspace)) return [workspace];
  if (mayBeMissing) return [];
  throw new CliFault(
    'not_found',
    'There is no such workspace in this store; leave --workspace out to see all.',
  );
}
