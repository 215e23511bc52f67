import type { Principal } from '@cux/contracts';
import { movesOf } from '../machines/machine.ts';
import { sessionMachine } from '../machines/session.ts';

/**
 * Binds one agent to one Computer over several attempts; a gate, an approval or a takeover ends an attempt, and the
 * session lives on. It is no transcript: its events are kinds and ids, in an order of their own.
 */
export interface Session {
  readonly session_id: string;
  /** For good: a session on another Computer is another session. */
  readonly computer_id: string;
  /** For good: another agent opens a session of its own. */
  readonly agent: Principal;
  readonly revision: number;
  /**
   * - `open`: attempts may be admitted in it, one at a time.
   * - `closed`: terminal; its events and attempts stay.
   */
  readonly state: 'open' | 'closed';
  /** The attempt that is under way in it. */
  readonly attempt_id: string | null;
  /** How many events it has; the next one is numbered one higher. */
  readonly events: number;
  readonly opened_at: number;
  readonly closed_at: number | null;
}

/** The legal moves of a session. */
export const sessionMoves = movesOf(sessionMachine, ['open', 'closed']);

/** What the host notes in a session by itself; everything else is noted by the kernel. */
export const notedKinds = ['action-refused', 'control-changed'] as const;

/** One event of a session: what kind of thing happened, and to what. Never content. */
export interface SessionEvent {
  readonly session_id: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  /**
   * One of `notedKinds`, `session-opened`, `session-closed`, `observation-settled`, `attempt-` and the state that it moved to, `action-` and what
   * came of it, or `approval-` and what it was asked, or closed, for.
   */
  readonly kind: string;
  readonly attempt_id: string | null;
  readonly gate_id: string | null;
  /** The rule of a refusal. */
  readonly rule: string | null;
  /** The kernel's time. */
  readonly at: number;
}
