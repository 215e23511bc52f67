// The face

export { capabilityRefusal } from './capability/register-capability.ts';
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
export { senders } from './commands/senders.ts';
export { createKernel, type KernelOptions } from './create-kernel.ts';
export { modeRules } from './decide/modes.ts';
export { proposedMoves } from './decide/proposal/rule-out.ts';
export type { AuditVerdict, Kernel, Page, RecoveryReport } from './kernel.ts';
export { KernelFault } from './kernel-fault.ts';
export { chainLink, genesisHash } from './log/chain.ts';
export { verifyAudit } from './log/verify-audit.ts';
export { type ExportVerdict, verifyExport } from './log/verify-export.ts';
// From one store to another
export {
  type Copied,
  copyWorkspace,
  type Moved,
  type MoveOptions,
  moveWorkspace,
  takeBackWorkspace,
} from './move/move-workspace.ts';
export type { CopyPlace, CopyTarget, MoveEnd } from './ports/copy-target.ts';
// The store port
export type {
  AnswerPlace,
  ChainLink,
  CommitBatch,
  CommitOutcome,
  EventDraft,
  Expectation,
  KeptAnswer,
  Row,
  RowKind,
  Store,
  StoredAnswer,
  StoredEvent,
  StoredKind,
  StoreReader,
} from './ports/store.ts';
export { rowKinds } from './ports/store.ts';
// Time and ids of the host
export { type MonotonicClock, randomIds, systemClock, systemMonotonic } from './ports/system.ts';
export type { WorkspacePage } from './ports/workspace-pages.ts';
export { type Action, actionMoves } from './state/action.ts';
// State
export type { Attempt } from './state/attempt.ts';
// The machines, as data
export { attemptMoves } from './state/attempt.ts';
export type { CapabilityRecord } from './state/capability-record.ts';
export type { Computer, Placement } from './state/computer.ts';
export { computerMoves } from './state/computer.ts';
export type { ProfileHead, ProfileRevision, ProfileTerms } from './state/computer-profile.ts';
export type { Evidence } from './state/evidence.ts';
export type { Gate } from './state/gate.ts';
export { gateMoves } from './state/gate.ts';
export type { Goal } from './state/goal.ts';
export { goalMoves } from './state/goal.ts';
export type { Amounts, Measure, QuotaLimits, QuotaScope, QuotaUsage } from './state/quota.ts';
export { measures } from './state/quota.ts';
export type { Retention } from './state/retention.ts';
export type { Screen, ScreenGeometry } from './state/screen.ts';
export { controlMoves } from './state/screen.ts';
export type { Session, SessionEvent } from './state/session.ts';
export { sessionMoves } from './state/session.ts';
export type { Todo } from './state/todo.ts';
export { todoMoves } from './state/todo.ts';
export type { UsageEntry } from './state/usage.ts';
export type { Waking } from './state/waking.ts';
export type { Whereabouts, Workspace } from './state/workspace.ts';
export { workspaceMoves } from './state/workspace.ts';
// The usage ledger of Computers
export type { UsageLine } from './usage/usage-line.ts';
export { type UsageTotal, usageTotals } from './usage/usage-totals.ts';
