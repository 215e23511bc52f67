import type { Clock, Ids } from '@cux/contracts';
import type { CapabilityDescription } from './capability/index.ts';
import { capabilityRefusal } from './capability/register-capability.ts';
import { actionRowId } from './decide/actions.ts';
import { quietLeft } from './decide/quiet-time.ts';
import { mayBeSettled } from './decide/settle-attempt.ts';
import type { Kernel, Page } from './kernel.ts';
import { KernelFault } from './kernel-fault.ts';
import { exportAudit } from './log/export-audit.ts';
import { verifyAudit } from './log/verify-audit.ts';
import type { Row, RowKind, Store } from './ports/store.ts';
import { type MonotonicClock, systemMonotonic } from './ports/system.ts';
import { recover } from './recover.ts';
import { execute, type Shell } from './shell/execute.ts';
import { InFlight } from './shell/in-flight.ts';
import { KernelTime } from './shell/kernel-time.ts';
import { Memory } from './shell/memory.ts';
import { StoreIdentity } from './shell/store-identity.ts';
import { Turns } from './shell/turns.ts';
import { type Entities, profileRevisionRowId, recordRowId } from './state/entities.ts';
import { quotaRowId } from './state/quota.ts';
import { retentionRowId, usualRetention } from './state/retention.ts';
import { fromRow } from './state/rows.ts';
import { whereaboutsOf } from './state/workspace.ts';
import { readComputerUsage } from './usage/read-usage.ts';

export interface KernelOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** What measures how much time passes in this process; the host's steady clock when left out. */
  readonly monotonic?: MonotonicClock;
  readonly ids: Ids;
  /** The product capabilities whose todos this kernel runs. */
  readonly capabilities: readonly CapabilityDescription[];
  /** When true, the owner of a goal does not decide its gates: a second person has to. Default false. */
  readonly fourEyes?: boolean;
  /**
   * The quiet time, in milliseconds (0 or more; default 10 000): how long what left with a committed attempt may still
   * arrive after the attempt has ended. Until then nobody can say that nothing happened.
   */
  readonly quietMs?: number;
}

/**
 * The kernel over a store. It owns the store from here on and closes it.
 * Throws a `KernelFault` for a capability that may not be registered.
 */
export function createKernel(options: KernelOptions): Kernel {
  const { store, clock, ids, fourEyes = false, quietMs = 10_000, monotonic = systemMonotonic } = options;
  const capabilities = registered(options.capabilities);
  const time = new KernelTime(clock, monotonic);
  const memory = new Memory();
  const inFlight = new InFlight(memory);
  const turns = new Turns(store.decisionsAtOnce ?? 1);
  const identity = new StoreIdentity(store);
  const shell: Shell = {
    store,
    identity,
    inFlight,
    memory,
    turns,
    time,
    ids,
    capabilities,
    fourEyes,
    quietMs,
  };

  const one = async <Kind extends RowKind>(workspace: string, kind: Kind, id: string) => {
    const row = await store.get(workspace, kind, id);
    return row === null ? null : fromRow(kind, row);
  };
  const many = async <Kind extends RowKind>(
    workspace: string,
    kind: Kind,
    filter: { states?: readonly string[] | undefined; parent_id?: string | undefined } & Page,
  ): Promise<readonly Entities[Kind][]> => {
    const rows: readonly Row[] = await store.list(workspace, kind, {
      ...(filter.states === undefined ? {} : { states: filter.states }),
      ...(filter.parent_id === undefined ? {} : { parent_id: filter.parent_id }),
      ...(filter.after === undefined ? {} : { after: filter.after }),
      ...(filter.limit === undefined ? {} : { limit: filter.limit }),
    });
    return rows.map((row) => fromRow(kind, row));
  };

  const kernel: Kernel = {
    execute: (kind, envelope, input) => execute(shell, kind, envelope, input),
    now: (workspace) => time.look(workspace, store),
    quietFor: async (workspace, attemptId) => {
      const attempt = await one(workspace, 'attempt', attemptId);
      return attempt === null ? null : quietLeft(await time.of(workspace, store), attempt);
    },
    unsettled: async (workspace) => {
      const locks = await many(workspace, 'lock', { states: ['locked'] });
      const held = [...new Set(locks.flatMap((lock) => lock.unsettled))];
      const attempts = await Promise.all(held.map((id) => one(workspace, 'attempt', id)));
      return attempts.filter((attempt) => attempt !== null).filter(mayBeSettled);
    },
    whereabouts: async (workspace) => {
      const own = await one(workspace, 'workspace', 'workspace');
      return own === null ? null : whereaboutsOf(own, await identity.read());
    },
    goal: (workspace, goalId) => one(workspace, 'goal', goalId),
    goals: (workspace) => many(workspace, 'goal', {}),
    quota: (workspace, goalId) => one(workspace, 'quota', quotaRowId('goal', goalId)),
    quotas: (workspace, filter = {}) => many(workspace, 'quota', { parent_id: filter.scope }),
    usage: (workspace, filter = {}) => many(workspace, 'usage', { ...filter, parent_id: filter.todo_id }),
    retention: async (workspace) => (await one(workspace, 'retention', retentionRowId)) ?? usualRetention,
    todo: (workspace, todoId) => one(workspace, 'todo', todoId),
    todos: (workspace, filter = {}) =>
      many(workspace, 'todo', { states: filter.states, parent_id: filter.goal_id }),
    attempt: (workspace, attemptId) => one(workspace, 'attempt', attemptId),
    attempts: (workspace, filter = {}) =>
      many(workspace, 'attempt', { states: filter.states, parent_id: filter.todo_id }),
    gate: (workspace, gateId) => one(workspace, 'gate', gateId),
    gates: (workspace, filter = {}) =>
      many(workspace, 'gate', { ...filter, states: filter.statuses, parent_id: filter.todo_id }),
    record: (workspace, capability, recordId) => one(workspace, 'record', recordRowId(capability, recordId)),
    records: (workspace, capability, { after, limit } = {}) =>
      many(workspace, 'record', {
        parent_id: capability,
        after: after === undefined ? undefined : recordRowId(capability, after),
        limit,
      }),
    evidence: (workspace, attemptId) => many(workspace, 'evidence', { parent_id: attemptId }),
    session: (workspace, sessionId) => one(workspace, 'session', sessionId),
    sessions: (workspace, filter = {}) =>
      many(workspace, 'session', { states: filter.states, parent_id: filter.computer_id }),
    sessionEvents: (workspace, sessionId) => many(workspace, 'session-event', { parent_id: sessionId }),
    action: async (workspace, agentId, key) => {
      const kept = await one(workspace, 'workspace', 'workspace');
      return kept === null ? null : one(workspace, 'action', actionRowId(kept.salt, agentId, key));
    },
    actions: (workspace, sessionId) => many(workspace, 'action', { parent_id: sessionId }),
    profile: (workspace, profileId) => one(workspace, 'profile', profileId),
    profiles: (workspace) => many(workspace, 'profile', {}),
    profileRevision: (workspace, profileId, revision) =>
      one(workspace, 'profile-revision', profileRevisionRowId(profileId, revision)),
    computer: (workspace, computerId) => one(workspace, 'computer', computerId),
    computers: (workspace, filter = {}) => many(workspace, 'computer', { states: filter.lifecycles }),
    wakings: (workspace, computerId) => many(workspace, 'waking', { parent_id: computerId }),
    computerUsage: async (workspace, computerId) => {
      const { now } = await time.of(workspace, store);
      return readComputerUsage(kernel, workspace, computerId, now);
    },
    screen: async (workspace, computerId, screenId) => {
      const screen = await one(workspace, 'screen', screenId);
      return screen?.computer_id === computerId ? screen : null;
    },
    recover: async (workspace, processId, { deadProcesses = [] } = {}) => {
      // It looks at everything that is stored, as a process does that has just begun.
      memory.clear();
      const { now } = await time.of(workspace, store);
      return recover(kernel, now, workspace, processId, deadProcesses, await store.kinds(workspace));
    },
    verifyAudit: (workspace, head) =>
      turns.take(workspace, 'all', async () => {
        await inFlight.landed(workspace);
        return verifyAudit(store, workspace, head);
      }),
    exportAudit: (workspace) => exportAudit(store, workspace),
    close: () => store.close(),
  };
  return kernel;
}

function registered(capabilities: readonly CapabilityDescription[]): ReadonlySet<string> {
  const known: CapabilityDescription[] = [];
  for (const capability of capabilities) {
    const refusal = capabilityRefusal(capability, known);
    if (refusal !== null) {
      throw new KernelFault(
        'registry_invalid',
        `The capability is not registered (${refusal}); mend its description.`,
      );
    }
    known.push(capability);
  }
  return new Set(known.map((each) => each.capability_id));
}
