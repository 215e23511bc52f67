import { contentOpsDescription } from '@cux/content-ops';
import { openRuntime, type Runtime } from '@cux/runtime';
import type { StoreOptions } from '@cux/store-sqlite';
import type { Vault } from '@cux/vault';
import { CliFault } from '../cli-fault.ts';
import type { StateLocation } from './locate-state.ts';
import { existingSqlitePlace, type StorePlace } from './store-place.ts';

/** An opened state folder. Its vault is made at first use: a command that only reads the store makes none. */
export interface OpenState extends Runtime {
  readonly location: StateLocation;
  /** Where the store is, as it may be shown: a file, or a server without user and password. */
  readonly storeName: string;
  /** The workspaces that the command looks at. */
  readonly workspaces: readonly string[];
  readonly allWorkspaces: readonly string[];
  /**
   * Where what was seen is kept, and where copies of it are made for viewers (null: nowhere). The vault and the state folder,
   * but for the work of a `zdr` workspace.
   */
  readonly seen: { readonly vault: Vault; readonly folder: string | null };
}

/** How a state is opened. */
export interface OpenStateOptions {
  /** Whether the workspace that is named may be one in which nothing has been done yet. Default false. */
  readonly mayBeMissing?: boolean;
  /** Who writes the store, where it can be a thread of its own: needed while a browser is driven. Default: this one. */
  readonly writer?: StoreOptions['writer'];
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
  { mayBeMissing = false, writer }: OpenStateOptions = {},
): Promise<OpenState> {
  const store = await place.open(writer);
  const runtime = await openRuntime({
    store,
    capabilities: [contentOpsDescription],
    vault: { directory: location.vault, keyFile: location.vaultKey, keyText: vaultKey },
  });
  try {
    const all = await store.workspaces();
    return {
      ...runtime,
      location,
      storeName: place.name,
      workspaces: chosen(all, workspace, mayBeMissing),
      allWorkspaces: all,
      seen: { vault: runtime.vault, folder: location.folder },
    };
  } catch (error) {
    await runtime.close();
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
