import { movesOf } from '../machines/machine.ts';
import { workspaceMachine } from '../machines/workspace.ts';

/** The unit of tenancy, as the kernel keeps it: made with the first command. */
export interface Workspace {
  readonly workspace_id: 'workspace';
  readonly revision: number;
  /**
   * - `at_work`: in the store that it names, and in no other; what another store holds of it is a copy that can only be read.
   * - `retired`: at work nowhere until it has arrived in the store that it names, or was taken back to where it came from.
   */
  readonly state: 'at_work' | 'retired';
  /** Salts every digest of the event log, so that a log that is handed on gives no short content away by guessing. */
  readonly salt: string;
  /** The identity of the store in which it is at work, or has to arrive. */
  readonly store_id: string;
  /** The latest move; null before the first one. */
  readonly move: {
    readonly move_id: string;
    readonly from_store_id: string;
    /** What people call the store that it went to. */
    readonly place: string;
  } | null;
}

/** Under which id a workspace keeps its own row, and the quota of the whole. There is one of each. */
export const workspaceRowId = 'workspace';

/** The legal moves of a workspace. */
export const workspaceMoves = movesOf(workspaceMachine, ['at_work', 'retired']);

/**
 * Where a workspace is at work, as one store sees it.
 *
 * - `here`: in this store.
 * - `moved`: it was moved from here; it has arrived, or still has to.
 * - `copy`: in another store; what is here can be read.
 */
export type Whereabouts =
  | { readonly kind: 'here' }
  | { readonly kind: 'moved'; readonly moveId: string; readonly place: string }
  | { readonly kind: 'copy' };

export function whereaboutsOf({ state, store_id, move }: Workspace, storeId: string): Whereabouts {
  if (state === 'retired') {
    return { kind: 'moved', moveId: move?.move_id ?? '', place: move?.place ?? store_id };
  }
  return store_id === storeId ? { kind: 'here' } : { kind: 'copy' };
}
