import type { CommitBatch, CommitOutcome, Store } from '@cux/kernel';
import { type AroundCall, openInProcessStore } from '@cux/store-sqlite';
import type { FaultKind } from './faults.ts';
import type { Life } from './scheduler.ts';
import type { World } from './world.ts';

/**
 * The store as one process has it: the shipped SQL over the disk that all share. Each call is a point where others may
 * go first, and any statement below it may fail, before or after it was carried out: whoever called cannot tell which.
 */
export async function faultyStore(world: World, life: Life): Promise<Store> {
  // What fails while a process starts only starts it later.
  const disk = { begun: false };
  const own = await openInProcessStore({
    disk: world.disk,
    around: dying(world, life, failing(world, disk), disk),
  });
  disk.begun = true;
  const inner = world.plants.store?.(own) ?? own;
  const reading = async <Value>(name: string, read: () => Promise<Value>): Promise<Value> => {
    if (world.chance.happens(world.interleaved)) await world.scheduler.turn(life, name);
    return read();
  };
  return {
    commit: (batch) => commit(world, life, inner, batch),
    get: (...where) => reading('get', () => inner.get(...where)),
    list: (...where) => reading('list', () => inner.list(...where)),
    kinds: (...where) => reading('kinds', () => inner.kinds(...where)),
    answer: (...where) => reading('answer', () => inner.answer(...where)),
    answers: (...where) => reading('answers', () => inner.answers(...where)),
    highestTime: (...where) => reading('highest time', () => inner.highestTime(...where)),
    events: (...where) => reading('events', () => inner.events(...where)),
    links: (...where) => reading('links', () => inner.links(...where)),
    workspaces: () => reading('workspaces', () => inner.workspaces()),
    identity: () => reading('identity', () => inner.identity()),
    close: async () => undefined,
  };
}

async function commit(world: World, life: Life, inner: Store, batch: CommitBatch): Promise<CommitOutcome> {
  await world.scheduler.turn(life, 'commit');
  world.written = true;
  const outcome = await inner.commit(batch).catch((error: unknown) => {
    if (life.ended) return new Promise<never>(() => undefined);
    throw error;
  });
  world.trace(`    ${outcome.kind} ${batch.answer.key}`);
  await world.scheduler.turn(life, 'commit answers');
  return outcome;
}

/** What the engine says of itself when it fails. */
class EngineError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`simulated: ${code}`);
    this.code = code;
  }
}

/** Where one process is to die: before or after so many storage calls of its own. */
export interface DeathPoint {
  readonly process: string;
  readonly call: number;
  readonly moment: 'before' | 'after';
}

/** Counts a process's storage calls, and lets it die at one of them, where the world wants that. */
function dying(world: World, life: Life, inner: AroundCall, disk: { readonly begun: boolean }): AroundCall {
  let count = 0;
  return (call, proceed) => {
    const { death } = world;
    // What the store does while it opens is no call of the process.
    if (!disk.begun || death?.process !== life.name) return inner(call, proceed);
    count += 1;
    world.storageCalls = count;
    if (count !== death.call) return inner(call, proceed);
    if (death.moment === 'after') inner(call, proceed);
    world.faults.add('process killed', `${life.name} at storage call ${count}`);
    life.die();
    throw new EngineError('the process dies');
  };
}

/** Lets storage calls fail. Taking back what was begun never does: that is what a restart does, too. */
function failing(world: World, disk: { readonly begun: boolean }): AroundCall {
  const fail = (kind: FaultKind, code: string): never => {
    world.faults.add(kind);
    throw new EngineError(code);
  };
  return ({ kind }, proceed) => {
    if (kind === 'rollback' || !disk.begun) return proceed();
    const reads = kind === 'all' || kind === 'first';
    if (reads)
      return world.goesWrong(0.0004 / world.calm) ? fail('read fails', 'SQLITE_IOERR_READ') : proceed();
    if (kind === 'begin' && world.goesWrong(0.008 / world.calm))
      fail('write fails before', 'SQLITE_IOERR_WRITE');
    if (kind === 'run' && world.goesWrong(0.0012 / world.calm))
      fail('write fails in the middle', 'SQLITE_IOERR_WRITE');
    if (kind === 'run' && world.goesWrong(0.0012 / world.calm)) fail('disk full', 'SQLITE_FULL');
    const result = proceed();
    if (kind === 'commit' && world.goesWrong(0.012 / world.calm))
      fail('write fails after', 'SQLITE_IOERR_FSYNC');
    return result;
  };
}
