import type { Action } from '../state/action.ts';
import type { Attempt } from '../state/attempt.ts';
import type { Computer } from '../state/computer.ts';
import type { Evidence } from '../state/evidence.ts';
import type { Gate } from '../state/gate.ts';
import type { Session, SessionEvent } from '../state/session.ts';
import type { UsageEntry } from '../state/usage.ts';
import type { Waking } from '../state/waking.ts';

/** One session's rows. */
export interface SessionRows {
  readonly session: Session;
  /** In their order. */
  readonly events: readonly SessionEvent[];
  readonly actions: readonly Action[];
  /** Every attempt that was made in it. */
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** Every question that was asked in it. */
  readonly gates: ReadonlyMap<string, Gate>;
  /** The lines of the quota ledger that are about it. */
  readonly settled: readonly UsageEntry[];
  readonly evidence: readonly Evidence[];
}

/** Everything that says what was used of a Computer. */
export interface ComputerRows {
  readonly computer: Computer;
  /** By generation. */
  readonly wakings: readonly Waking[];
  readonly sessions: readonly SessionRows[];
}
