import type { OperatingMode } from '@cux/contracts';
import { goalMachine } from '../machines/goal.ts';
import { movesOf } from '../machines/machine.ts';

/** An objective. Its mode decides what is allowed without asking (`spec/computer-use-runtime-v0`, Operating Modes). */
export interface Goal {
  readonly goal_id: string;
  /** 1 at creation, one more with each change. */
  readonly revision: number;
  /**
   * - `active`: its todos may run.
   * - `paused`: nothing of it is admitted.
   * - `closed`: terminal.
   */
  readonly state: 'active' | 'paused' | 'closed';
  readonly mode: OperatingMode;
  /** The human who owns it; may decide its gates unless in the action's provenance. */
  readonly owner_id: string;
}

/** The legal moves of a goal. */
export const goalMoves = movesOf(goalMachine, ['active', 'paused', 'closed']);
