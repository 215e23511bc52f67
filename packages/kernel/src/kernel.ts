import type { CommandEnvelope, CommandInput, CommandKind, CommandResult } from './commands/command.ts';
import type { Answer } from './commands/refusal.ts';
import type { Attempt } from './state/attempt.ts';
import type { CapabilityRecord } from './state/capability-record.ts';
import type { Evidence } from './state/evidence.ts';
import type { Gate } from './state/gate.ts';
import type { Goal } from './state/goal.ts';
import type { QuotaUsage } from './state/quota.ts';
import type { Todo } from './state/todo.ts';

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
  /** Attempts whose reducer has to be run (again): `reported`, and `outcome_unknown` without a read-back todo. */
  readonly awaiting_reducer: readonly string[];
}

export type AuditVerdict =
  | { readonly ok: true; readonly events: number; readonly links: number; readonly head: string }
  | { readonly ok: false; readonly rule: string; readonly batch: number | null; readonly message: string };

/** The public face of the kernel: commands in, answers out; reads beside. */
export interface Kernel {
  execute<Kind extends CommandKind>(
    kind: Kind,
    envelope: CommandEnvelope,
    input: CommandInput<Kind>,
  ): Promise<Answer<CommandResult<Kind>>>;
  goal(workspace: string, goalId: string): Promise<Goal | null>;
  quota(workspace: string, goalId: string): Promise<QuotaUsage | null>;
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
  gates(
    workspace: string,
    filter?: { readonly statuses?: readonly Gate['status'][]; readonly todo_id?: string },
  ): Promise<readonly Gate[]>;
  record(workspace: string, capability: string, recordId: string): Promise<CapabilityRecord | null>;
  records(workspace: string, capability: string): Promise<readonly CapabilityRecord[]>;
  evidence(workspace: string, attemptId: string): Promise<readonly Evidence[]>;
  /**
   * Run at start: attempts of another life of the process are abandoned (before commit) or become
   * `outcome_unknown` (after it). Idempotent; explains each thing it did.
   */
  recover(workspace: string, processId: string): Promise<RecoveryReport>;
  verifyAudit(workspace: string, head?: string): Promise<AuditVerdict>;
  close(): Promise<void>;
}
