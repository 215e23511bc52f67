import type { RowKind } from '../ports/store.ts';
import { type Action, actionMoves } from './action.ts';
import { type Attempt, attemptMoves } from './attempt.ts';
import type { CapabilityRecord } from './capability-record.ts';
import { type Computer, computerMoves } from './computer.ts';
import type { ProfileHead, ProfileRevision } from './computer-profile.ts';
import type { Evidence } from './evidence.ts';
import { type Gate, gateMoves } from './gate.ts';
import { type Goal, goalMoves } from './goal.ts';
import type { Lock } from './lock.ts';
import { type QuotaUsage, quotaRowId } from './quota.ts';
import type { Retention } from './retention.ts';
import type { Screen } from './screen.ts';
import { type Session, type SessionEvent, sessionMoves } from './session.ts';
import { type Todo, todoMoves } from './todo.ts';
import type { UsageEntry } from './usage.ts';
import type { Waking } from './waking.ts';
import { type Workspace, workspaceMoves } from './workspace.ts';

/** The state behind each kind of row. */
export interface Entities {
  workspace: Workspace;
  goal: Goal;
  quota: QuotaUsage;
  todo: Todo;
  attempt: Attempt;
  gate: Gate;
  record: CapabilityRecord;
  evidence: Evidence;
  lock: Lock;
  usage: UsageEntry;
  session: Session;
  'session-event': SessionEvent;
  action: Action;
  profile: ProfileHead;
  'profile-revision': ProfileRevision;
  computer: Computer;
  waking: Waking;
  screen: Screen;
  retention: Retention;
}

/** What the store needs to know of an entity beside its body. */
interface Description<Entity> {
  id(entity: Entity): string;
  revision(entity: Entity): number;
  state(entity: Entity): string;
  parent(entity: Entity): string | null;
  subject(entity: Entity): string | null;
  /** Every state word that this version understands; a row with another one is a fault, never skipped. */
  readonly states: readonly string[];
}

export const descriptions: { readonly [Kind in RowKind]: Description<Entities[Kind]> } = {
  workspace: {
    id: (workspace) => workspace.workspace_id,
    revision: (workspace) => workspace.revision,
    state: (workspace) => workspace.state,
    parent: () => null,
    subject: () => null,
    states: Object.keys(workspaceMoves),
  },
  goal: {
    id: (goal) => goal.goal_id,
    revision: (goal) => goal.revision,
    state: (goal) => goal.state,
    parent: () => null,
    subject: () => null,
    states: Object.keys(goalMoves),
  },
  quota: {
    id: (quota) => quotaRowId(quota.scope, quota.scope_id),
    revision: (quota) => quota.revision,
    state: () => 'kept',
    parent: (quota) => quota.scope,
    subject: () => null,
    states: ['kept'],
  },
  todo: {
    id: (todo) => todo.todo_id,
    revision: (todo) => todo.revision,
    state: (todo) => todo.state,
    parent: (todo) => todo.goal_id,
    subject: () => null,
    states: Object.keys(todoMoves),
  },
  attempt: {
    id: (attempt) => attempt.attempt_id,
    revision: (attempt) => attempt.revision,
    state: (attempt) => attempt.state,
    parent: (attempt) => attempt.todo_id,
    subject: (attempt) => attempt.subject_digest,
    states: Object.keys(attemptMoves),
  },
  gate: {
    id: (gate) => gate.gate_id,
    revision: (gate) => gate.revision,
    state: (gate) => gate.status,
    parent: (gate) => gate.todo_id,
    subject: (gate) => gate.subject_digest,
    states: Object.keys(gateMoves),
  },
  record: {
    id: (record) => recordRowId(record.capability, record.record_id),
    revision: (record) => record.version,
    state: () => 'kept',
    parent: (record) => record.capability,
    subject: () => null,
    states: ['kept'],
  },
  evidence: {
    id: (evidence) => evidence.evidence_id,
    revision: () => 1,
    state: () => 'kept',
    parent: (evidence) => evidence.attempt_id,
    subject: () => null,
    states: ['kept'],
  },
  lock: {
    id: (lock) => lock.lock_id,
    revision: (lock) => lock.revision,
    state: (lock) => (lock.unsettled.length > 0 ? 'locked' : 'free'),
    parent: () => null,
    subject: () => null,
    states: ['locked', 'free'],
  },
  usage: {
    id: (usage) => usage.usage_id,
    revision: () => 1,
    state: () => 'kept',
    parent: (usage) => usage.todo_id,
    subject: () => null,
    states: ['kept'],
  },
  session: {
    id: (session) => session.session_id,
    revision: (session) => session.revision,
    state: (session) => session.state,
    parent: (session) => session.computer_id,
    subject: () => null,
    states: Object.keys(sessionMoves),
  },
  'session-event': {
    id: (event) => sessionEventRowId(event.session_id, event.sequence),
    revision: () => 1,
    state: () => 'kept',
    parent: (event) => event.session_id,
    subject: () => null,
    states: ['kept'],
  },
  action: {
    id: (action) => action.action_id,
    revision: (action) => action.revision,
    state: (action) => action.state,
    parent: (action) => action.session_id,
    subject: (action) => action.action_digest,
    states: Object.keys(actionMoves),
  },
  profile: {
    id: (profile) => profile.profile_id,
    revision: (profile) => profile.revision,
    state: (profile) => (profile.active === null ? 'inactive' : 'active'),
    parent: () => null,
    subject: () => null,
    states: ['active', 'inactive'],
  },
  'profile-revision': {
    id: (revision) => profileRevisionRowId(revision.profile_id, revision.number),
    revision: () => 1,
    state: () => 'kept',
    parent: (revision) => revision.profile_id,
    subject: () => null,
    states: ['kept'],
  },
  computer: {
    id: (computer) => computer.computer_id,
    revision: (computer) => computer.revision,
    state: (computer) => computer.lifecycle,
    parent: (computer) => computer.profile_id,
    subject: () => null,
    states: Object.keys(computerMoves),
  },
  waking: {
    id: (waking) => wakingRowId(waking.computer_id, waking.generation),
    revision: (waking) => waking.revision,
    state: (waking) => waking.ended ?? 'held',
    parent: (waking) => waking.computer_id,
    subject: () => null,
    states: ['held', 'released', 'lost'],
  },
  screen: {
    id: (screen) => screen.screen_id,
    revision: (screen) => screen.revision,
    state: (screen) => screen.attachment,
    parent: (screen) => screen.computer_id,
    subject: () => null,
    states: ['detached', 'attached'],
  },
  retention: {
    id: (retention) => retention.retention_id,
    revision: (retention) => retention.revision,
    state: (retention) => retention.kind,
    parent: () => null,
    subject: () => null,
    states: ['standard', 'zdr'],
  },
};

/** Names hold no space, so the two parts cannot be confused. */
export function recordRowId(capability: string, recordId: string): string {
  return `${capability} ${recordId}`;
}

/** Padded, so that the order of ids is the order of revisions. */
export function profileRevisionRowId(profileId: string, number: number): string {
  return `${profileId} ${String(number).padStart(10, '0')}`;
}

/** Padded, so that the order of ids is the order of generations. */
export function wakingRowId(computerId: string, generation: number): string {
  return `${computerId} ${String(generation).padStart(10, '0')}`;
}

/** Padded, so that the order of ids is the order of events. */
export function sessionEventRowId(sessionId: string, sequence: number): string {
  return `${sessionId} ${String(sequence).padStart(10, '0')}`;
}
