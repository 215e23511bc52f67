import type { ActionIntent, Digest } from '@cux/contracts';
import { actionMachine } from '../machines/action.ts';
import { movesOf } from '../machines/machine.ts';

/**
 * One key under which an agent has asked for one structural action: what was asked, and what has come of it. Written
 * before anybody is contacted, so that a repeat finds out and never acts again.
 */
export interface Action {
  /** Made of the agent and its key, salted: the name of a row stands in the log. */
  readonly action_id: string;
  readonly session_id: string;
  readonly revision: number;
  /**
   * - `asked`: a person decides first; its gate says what they have said.
   * - `begun`: it is being carried out. Found so by anybody else, what came of it is unknown.
   * - `settled`: terminal; its outcome is known, or known to be unknown.
   */
  readonly state: 'asked' | 'begun' | 'settled';
  readonly kind: ActionIntent['kind'];
  /** Over the whole intent: the same key with another one is a conflict. */
  readonly action_digest: Digest;
  /** The attempt that carries it out; null while it is asked. */
  readonly attempt_id: string | null;
  /** The approval that it waits or waited for; null where policy asked for none. */
  readonly gate_id: string | null;
  readonly outcome: 'performed' | 'stopped' | 'outcome_unknown' | null;
  /** What stopped it, as a stable word. */
  readonly rule: string | null;
  /** The kernel's time at which it was asked or begun. */
  readonly at: number;
}

/** The legal moves of an action. */
export const actionMoves = movesOf(actionMachine, ['asked', 'begun', 'settled']);
