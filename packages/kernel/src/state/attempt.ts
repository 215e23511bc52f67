import type { ActionRequest, Annex, Digest, Extraction, Principal, Receipt, Subject } from '@cux/contracts';
import { attemptMachine } from '../machines/attempt.ts';
import { movesOf } from '../machines/machine.ts';

/**
 * One admitted try of one action request for one todo. No attempt spans a human wait (law).
 *
 * ```text
 * admitted → running → prepared → committed → reported → settled
 *    └──────────┴──────────┴→ abandoned
 * running | prepared → reported
 * committed → void | outcome_unknown
 * outcome_unknown → settled
 * ```
 */
export interface Attempt {
  readonly attempt_id: string;
  readonly goal_id: string;
  readonly todo_id: string;
  readonly revision: number;
  /**
   * - `admitted`: todo, gate and quota are checked; the provider has not been contacted.
   * - `running`: the provider's session is registered.
   * - `prepared`: everything is resolved and checked, the finger is on the key.
   * - `committed`: the gate is consumed and the permit issued. From here on an effect happens at most once.
   * - `reported`: an accepted receipt is stored; the reducer's proposal is not.
   * - `settled`: terminal; the proposal is applied.
   * - `abandoned`: terminal; the lease ended before commit. The todo may be tried again.
   * - `void`: terminal; committed, and shown in the same life of the process to have spent nothing.
   * - `outcome_unknown`: committed and silent; settled by a read-back or a person, never retried.
   */
  readonly state:
    | 'admitted'
    | 'running'
    | 'prepared'
    | 'committed'
    | 'reported'
    | 'settled'
    | 'abandoned'
    | 'void'
    | 'outcome_unknown';
  readonly fence: number;
  /** The kernel's time of its admission. */
  readonly admitted_at: number;
  readonly lease_until: number;
  readonly deadline: number;
  readonly request: ActionRequest;
  readonly request_digest: Digest;
  readonly plan_digest: Digest;
  /** Null for attempts that cannot commit. */
  readonly subject: Subject | null;
  /** Of the subject, or of what the bound gate is about where the attempt has no subject of its own. */
  readonly subject_digest: Digest | null;
  /** A standing gate that it rests on as well; checked at admission and at commit, never consumed. */
  readonly standing_gate_id: string | null;
  readonly provider_id: string;
  readonly idempotency_key: string;
  readonly session_reference: string | null;
  /** Which life of the host process runs it: no other one starts, renews, prepares, commits, reports or voids it. */
  readonly process_id: string;
  /** The session that it is part of; null for one that stands alone. */
  readonly session_id: string | null;
  /** Of the session's Screen when it was admitted: once control has changed hands, nothing of it is committed. */
  readonly control_epoch: number | null;
  readonly provenance: readonly Principal[];
  readonly extractions: readonly Pick<Extraction, 'name' | 'type' | 'required'>[];
  /** Ids of the plan's draft rules, and how many permit rules it has: what a receipt may say has left. */
  readonly draft_rules: readonly string[];
  readonly permit_rules: number;
  /** The version of the action policy that it was admitted under. */
  readonly policy_version: string;
  readonly permit_id: string | null;
  /**
   * How many writes of its permit have left, by its host's own record: 0 before commit and when it is void, null after
   * commit until the host has said so (it never does when it is killed).
   */
  readonly permit_spent: number | null;
  /** When its press was over or it went silent, in the kernel's time; null before. */
  readonly ended_at: number | null;
  /**
   * The end of its quiet time: what left may arrive until then, so a read-back that began earlier cannot say that nothing
   * happened, and neither can a person. Null unless it committed and has ended.
   */
  readonly settle_after: number | null;
  readonly receipt: Receipt | null;
  readonly annex: Annex | null;
  readonly receipt_digest: Digest | null;
  /** How an unknown outcome was settled. */
  readonly outcome: 'happened' | 'not_happened' | null;
}

/** The states of an attempt that somebody carries: it has its todo, and its session's Screen, to itself. */
export const underWay: readonly Attempt['state'][] = ['admitted', 'running', 'prepared', 'committed'];

/** The legal moves of an attempt: the drawing above, as data. */
export const attemptMoves = movesOf(attemptMachine, [
  'admitted',
  'running',
  'prepared',
  'committed',
  'reported',
  'settled',
  'abandoned',
  'void',
  'outcome_unknown',
]);
