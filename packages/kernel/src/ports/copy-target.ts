import type { StoreReader } from './store.ts';
import type { WorkspacePage } from './workspace-pages.ts';

/** How a move ended at the store that it went to. */
export type MoveEnd = 'arrived' | 'refused';

/** A store that takes a workspace over, inside of the one transaction in which it does. */
export interface CopyTarget {
  readonly reader: StoreReader;
  /** Rows take the place of what was there; events, links and answers are added; the highest time only rises. */
  put(page: WorkspacePage): Promise<void>;
  /** How a move ended here; null while nobody has said so. */
  moveEnd(moveId: string): Promise<MoveEnd | null>;
  /** Says so, for good. Only to be called where nobody has: a second word is a fault. */
  endMove(moveId: string, end: MoveEnd): Promise<void>;
}

/** Where a copy can go to. */
export interface CopyPlace {
  /** What people call it; it is kept and shown, so there is no secret in it. */
  readonly name: string;
  /**
   * Runs a task in one transaction of that store, in which nobody else writes there under this workspace's name. Everything
   * is kept, durably, once it resolves; nothing where it throws.
   */
  within<Value>(workspace: string, task: (target: CopyTarget) => Promise<Value>): Promise<Value>;
}
