import type { ActionUnit, AttentionItem, Principal } from '@cux/contracts';
import { movesOf } from '../machines/machine.ts';
import { todoMachine } from '../machines/todo.ts';

/** One unit of work. Only `open` is runnable. */
export interface Todo {
  readonly todo_id: string;
  readonly goal_id: string;
  readonly revision: number;
  readonly capability: string;
  /** What its next attempt is to do; a proposal may change it. */
  readonly action_unit: ActionUnit;
  /** The capability record it is about. */
  readonly record_id: string | null;
  /** Who asked for it, or for the todo that it follows from; takes part in every action of it. */
  readonly requested_by: Principal;
  /** Who has put it back to work; takes part in every action of it as well. */
  readonly reopened_by: readonly Principal[];
  /** Set for a read-back: the attempt whose outcome it finds out. */
  readonly reconciles_attempt_id: string | null;
  /**
   * - `open`: runnable. (A gate's "open" is another word.)
   * - `running`: an attempt holds it.
   * - `awaiting_gate`: a person has to decide; an approval moves it to `open`.
   * - `reconciling`: an effect's outcome is unknown; another todo reads back.
   * - `blocked`: a person has to act; a person may reopen it.
   * - `done`, `cancelled`: terminal.
   */
  readonly state: 'open' | 'running' | 'awaiting_gate' | 'reconciling' | 'blocked' | 'done' | 'cancelled';
  /** The gate that an attempt of this todo must be bound to, once it is raised. */
  readonly gate_id: string | null;
  /** Rises with each admission; a lower one is a late caller. */
  readonly fence: number;
  readonly attempt_id: string | null;
  readonly attention: AttentionItem | null;
  /** Why it is blocked or done: a stable id of the capability's table, or a kernel rule. */
  readonly because: string | null;
  readonly successor: string | null;
  /** Not admitted before this time, in the kernel's milliseconds (`todo.not-yet`): what left may still arrive. */
  readonly not_before: number | null;
}

/** The legal moves of a todo. Staying in a state is no move; a terminal state has none. */
export const todoMoves = movesOf(todoMachine, [
  'open',
  'running',
  'awaiting_gate',
  'reconciling',
  'blocked',
  'done',
  'cancelled',
]);
