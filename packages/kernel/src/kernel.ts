import type { CommandEnvelope, CommandInput, CommandKind, CommandResult } from './commands/command.ts';
import type { Answer } from './commands/refusal.ts';
import type { Action } from './state/action.ts';
import type { Attempt } from './state/attempt.ts';
import type { CapabilityRecord } from './state/capability-record.ts';
import type { Computer } from './state/computer.ts';
import type { ProfileHead, ProfileRevision } from './state/computer-profile.ts';
import type { Evidence } from './state/evidence.ts';
import type { Gate } from './state/gate.ts';
import type { Goal } from './state/goal.ts';
import type { QuotaScope, QuotaUsage } from './state/quota.ts';
import type { Retention } from './state/retention.ts';
import type { Screen } from './state/screen.ts';
import type { Session, SessionEvent } from './state/session.ts';
import type { Todo } from './state/todo.ts';
import type { UsageEntry } from './state/usage.ts';
import type { Waking } from './state/waking.ts';
import type { Whereabouts } from './state/workspace.ts';
import type { UsageLine } from './usage/usage-line.ts';

/** What recovery did, one line each, and what it left for a person or a read-back. */
export interface RecoveryReport {
  readonly actions: readonly {
    readonly attempt_id: string;
    readonly todo_id: string;
    readonly from: Attempt['state'];
    readonly to: Attempt['state'] | 'unchanged';
    /** A rule id, for example `recovery.committed-without-receipt`. */
    readonly because: string;
    /** One sentence for a person. */
    readonly explanation: string;
  }[];
  /** Gates that were closed because their time is over. */
  readonly expired_gates: readonly {
    readonly gate_id: string;
    readonly todo_id: string;
    /** One sentence for a person. */
    readonly explanation: string;
  }[];
  /** Questions that were closed because what they showed was in the memory of a process that is gone. */
  readonly gone_gates: readonly {
    readonly gate_id: string;
    readonly todo_id: string;
    /** One sentence for a person. */
    readonly explanation: string;
  }[];
  /** Attempts whose reducer has to be run (again): `reported`, and `outcome_unknown` that nobody reads back. */
  readonly awaiting_reducer: readonly string[];
}

export type AuditVerdict =
  | { readonly ok: true; readonly events: number; readonly links: number; readonly head: string }
  | { readonly ok: false; readonly rule: string; readonly batch: number | null; readonly message: string };

/** A piece of a list, which is by id (code units): at most `limit` of what comes after the given id; everything when left out. */
export interface Page {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** The public face of the kernel: commands in, answers out; reads beside. */
export interface Kernel {
  execute<Kind extends CommandKind>(
    kind: Kind,
    envelope: CommandEnvelope,
    input: CommandInput<Kind>,
  ): Promise<Answer<CommandResult<Kind>>>;
  /**
   * The kernel's time in a workspace, in milliseconds: what somebody notes who is about to look at a site (see
   * `settle-outcome`). Only this kernel knows how long ago it was, so what was seen is said to the same one.
   */
  now(workspace: string): Promise<number>;
  /**
   * How long what left with an attempt may still arrive, in milliseconds, as far as this process has measured it: 0 once that is
   * over, null for an attempt that is not there. A process that has just begun has measured nothing yet.
   */
  quietFor(workspace: string, attemptId: string): Promise<number | null>;
  /**
   * Attempts that committed and have ended, and of which nobody has said or found out what they came to: those that
   * `settle-outcome` takes, in no order. One whose receipt has just come is among them until its reducer has run.
   */
  unsettled(workspace: string): Promise<readonly Attempt[]>;
  /** Whether anything is decided in a workspace here, or where else it is at work; null where nothing is kept of it. */
  whereabouts(workspace: string): Promise<Whereabouts | null>;
  goal(workspace: string, goalId: string): Promise<Goal | null>;
  goals(workspace: string): Promise<readonly Goal[]>;
  quota(workspace: string, goalId: string): Promise<QuotaUsage | null>;
  /** Every quota: one of each goal, and those that were set for a todo or the workspace. */
  quotas(
    workspace: string,
    filter?: { readonly scope?: QuotaScope | undefined },
  ): Promise<readonly QuotaUsage[]>;
  /** The ledger of what reservations came to; without a todo, all of it. A page goes on after a `usage_id`. */
  usage(
    workspace: string,
    filter?: { readonly todo_id?: string | undefined } & Page,
  ): Promise<readonly UsageEntry[]>;
  /** What holds; of revision 0 where nobody has set one. */
  retention(workspace: string): Promise<Retention>;
  todo(workspace: string, todoId: string): Promise<Todo | null>;
  todos(
    workspace: string,
    filter?: { readonly states?: readonly Todo['state'][]; readonly goal_id?: string },
  ): Promise<readonly Todo[]>;
  attempt(workspace: string, attemptId: string): Promise<Attempt | null>;
  attempts(
    workspace: string,
    filter?: { readonly states?: readonly Attempt['state'][]; readonly todo_id?: string },
  ): Promise<readonly Attempt[]>;
  gate(workspace: string, gateId: string): Promise<Gate | null>;
  /** A page goes on after a `gate_id`. */
  gates(
    workspace: string,
    filter?: { readonly statuses?: readonly Gate['status'][]; readonly todo_id?: string } & Page,
  ): Promise<readonly Gate[]>;
  record(workspace: string, capability: string, recordId: string): Promise<CapabilityRecord | null>;
  /** A page goes on after a `record_id`. */
  records(workspace: string, capability: string, page?: Page): Promise<readonly CapabilityRecord[]>;
  evidence(workspace: string, attemptId: string): Promise<readonly Evidence[]>;
  session(workspace: string, sessionId: string): Promise<Session | null>;
  sessions(
    workspace: string,
    filter?: { readonly states?: readonly Session['state'][]; readonly computer_id?: string },
  ): Promise<readonly Session[]>;
  /** The events of a session, in their order. */
  sessionEvents(workspace: string, sessionId: string): Promise<readonly SessionEvent[]>;
  /** What an agent has asked for under this key; null when nothing that went further than a refusal. */
  action(workspace: string, agentId: string, key: string): Promise<Action | null>;
  /** All that was asked for in a session, in no order. */
  actions(workspace: string, sessionId: string): Promise<readonly Action[]>;
  profile(workspace: string, profileId: string): Promise<ProfileHead | null>;
  profiles(workspace: string): Promise<readonly ProfileHead[]>;
  profileRevision(workspace: string, profileId: string, revision: number): Promise<ProfileRevision | null>;
  computer(workspace: string, computerId: string): Promise<Computer | null>;
  computers(
    workspace: string,
    filter?: { readonly lifecycles?: readonly Computer['lifecycle'][] },
  ): Promise<readonly Computer[]>;
  /** Every waking of this Computer, by generation. */
  wakings(workspace: string, computerId: string): Promise<readonly Waking[]>;
  /**
   * The usage ledger of this Computer until now: how long it was awake, and what was done, seen, asked and decided in its
   * sessions. Read from rows; null where there is no such Computer.
   */
  computerUsage(workspace: string, computerId: string): Promise<readonly UsageLine[] | null>;
  /** The Screen of this Computer; null for a pair that does not belong together. */
  screen(workspace: string, computerId: string, screenId: string): Promise<Screen | null>;
  /**
   * Run at start, and whenever an attempt has gone silent. An attempt is taken over when its lease is over, or when
   * its process is in `deadProcesses`, which the caller has proved dead; never one of `processId` before its lease is
   * over, nor one that another living process may hold. Before commit it is abandoned, after it its outcome is
   * unknown. Also closes gates whose time is over, and questions whose content was in the memory of a process in
   * `deadProcesses`. Idempotent; explains each thing it did.
   */
  recover(
    workspace: string,
    processId: string,
    options?: { readonly deadProcesses?: readonly string[] },
  ): Promise<RecoveryReport>;
  /**
   * Whether log, rows and answers are what they were. `head` is a hash that an earlier verification answered and that
   * was kept elsewhere: without it, a cut-off end is not noticed.
   */
  verifyAudit(workspace: string, head?: string): Promise<AuditVerdict>;
  /** The log of a workspace as JSON Lines, without line ends; `verifyExport` reads them back. */
  exportAudit(workspace: string): AsyncIterable<string>;
  close(): Promise<void>;
}
