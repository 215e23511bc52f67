import type { Amounts } from './quota.ts';

/**
 * One line of the usage ledger: what one reservation came to, or what a person did without one. Written once, never
 * changed. The lines of a goal, of a todo and of the workspace add up to what their quota says is used.
 */
export interface UsageEntry {
  readonly usage_id: string;
  readonly goal_id: string;
  readonly todo_id: string;
  /** The attempt or gate whose reservation it settles; null for what was never reserved. */
  readonly holder_id: string | null;
  /** The session whose attempt or approval it is about; null for what is part of none. */
  readonly session_id: string | null;
  readonly amounts: Amounts;
  /** The kernel's time of the settlement. */
  readonly at: number;
}
