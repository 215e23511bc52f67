import type {
  AttentionItem,
  Digest,
  GateClosedFor,
  Principal,
  StandingSubject,
  Subject,
} from '@cux/contracts';
import { gateMachine } from '../machines/gate.ts';
import { movesOf } from '../machines/machine.ts';

/** A person's decision on one subject at one revision. Every change is revision + 1. */
export interface Gate {
  readonly gate_id: string;
  readonly goal_id: string;
  /** The todo that its approval makes runnable. */
  readonly todo_id: string;
  readonly revision: number;
  readonly kind: 'item' | 'standing';
  /**
   * - `pending`: undecided.
   * - `open`: approved.
   * - `closed`: terminal; to go on, ask again.
   */
  readonly status: 'pending' | 'open' | 'closed';
  readonly closed_for: GateClosedFor | null;
  readonly subject: Subject | StandingSubject;
  readonly subject_digest: Digest;
  readonly attention: AttentionItem;
  /**
   * The process that holds in its memory what a person has to see, where that is kept nowhere (retention `zdr`): an approval
   * comes through it, and the question is over when it is gone. Null where all of it is kept.
   */
  readonly held_by: string | null;
  /** Milliseconds since the epoch, checked against the highest time ever stored. */
  readonly expires_at: number;
  /** Every principal that asked for the action, built it or runs it: none of them may decide. */
  readonly provenance: readonly Principal[];
  readonly decided_by: Principal | null;
  readonly decided_at: number | null;
  readonly reason: string | null;
  /** The attempt whose commit consumed it. */
  readonly consumed_by: string | null;
}

/** The legal moves of a gate. `closed` is terminal: to go on, ask again. */
export const gateMoves = movesOf(gateMachine, ['pending', 'open', 'closed']);
