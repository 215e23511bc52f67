/**
 * - `locked`: a write is committed here, and nobody has settled what came of it.
 * - `free`: anything else.
 *
 * What is going on around one thing that may be written to: a capability record, a target of a site, or a standing
 * subject. Whoever raises a gate on it or commits a write to it reads and changes this row, so two commands that
 * cannot see each other's new rows still meet here.
 */
export interface Lock {
  /** A digest over what is locked, prefixed by its kind. */
  readonly lock_id: string;
  readonly revision: number;
  /**
   * Attempts that committed an external write here and whose outcome nobody has settled: no completion, no read-back
   * and no person has said what came of them. While there is one, no external
   * write is admitted and no gate raised, through any todo (law).
   */
  readonly unsettled: readonly string[];
  /** Gates on it that are not closed. */
  readonly live_gates: readonly string[];
  /** Digests of subjects here whose latest decision is a rejection: none is asked again unless a person asks. */
  readonly rejected: readonly string[];
}
