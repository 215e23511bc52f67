// The face

// Commands and answers
export type {
  Command,
  CommandEnvelope,
  CommandInput,
  CommandKind,
  CommandResult,
  Commands,
} from './commands/command.ts';
export type { Accepted, Answer, Refusal } from './commands/refusal.ts';
export type { AuditVerdict, Kernel, RecoveryReport } from './kernel.ts';
// The store port
export type {
  ChainLink,
  CommitBatch,
  CommitOutcome,
  EventDraft,
  Row,
  RowKind,
  Store,
  StoredAnswer,
  StoredEvent,
  StoreReader,
} from './ports/store.ts';
// State
export type { Attempt } from './state/attempt.ts';
export type { CapabilityRecord } from './state/capability-record.ts';
export type { Evidence } from './state/evidence.ts';
export type { Gate } from './state/gate.ts';
export type { Goal } from './state/goal.ts';
export type { QuotaLimits, QuotaUsage } from './state/quota.ts';
export type { Todo } from './state/todo.ts';
