import type { ComputerLifecycle, RecoveryGrade, SharingScope } from '@cux/contracts';
import { computerMachine } from '../machines/computer.ts';
import { movesOf } from '../machines/machine.ts';

/** Which process has custody of what a provider has allocated. Its coordinates are in that process and the vault only. */
export interface Placement {
  readonly process_id: string;
  readonly provider_id: string;
  /** The kernel's time of the waking. */
  readonly since: number;
}

/**
 * A capability to act on a screen, and no provider placement (`spec/computers-and-screens`).
 *
 * ```text
 * sleeping → waking → awake → sleeping
 * waking → sleeping
 * sleeping | waking | awake → archiving → archived
 * sleeping → archived
 * ```
 */
export interface Computer {
  readonly computer_id: string;
  /** The public resource version: rises with every change. */
  readonly revision: number;
  /**
   * - `sleeping`: nothing is allocated.
   * - `waking`: a process has taken custody and contacts the provider; the Screen is detached.
   * - `awake`: the Screen is attached.
   * - `archiving`: to be archived, and the cleanup of its placement is not shown yet; nothing new begins on it.
   * - `archived`: terminal; its sessions, attempts, gates and usage stay.
   */
  readonly lifecycle: ComputerLifecycle;
  /** Rises with each waking; whoever names an older one is late. */
  readonly generation: number;
  readonly profile_id: string;
  /** The revision of the profile that it was made from, for good. */
  readonly profile_revision: number;
  readonly recovery_grade: RecoveryGrade;
  readonly sharing_scope: SharingScope;
  readonly screen_id: string;
  /** What may still be allocated somewhere; null once the cleanup is shown. */
  readonly placement: Placement | null;
  /** The sessions that are open on it: at most one where the sharing scope is `exclusive`. */
  readonly sessions: readonly string[];
  readonly created_at: number;
  readonly updated_at: number;
}

/** The legal moves of a Computer: the drawing above, as data. */
export const computerMoves = movesOf(computerMachine, [
  'sleeping',
  'waking',
  'awake',
  'archiving',
  'archived',
]);
