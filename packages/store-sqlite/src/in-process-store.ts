import { setTimeout as pause } from 'node:timers/promises';
import { makeIssuedId } from '@cux/contracts/digest';
import type { CommitBatch, CommitOutcome, Store } from '@cux/kernel';
import { type AroundCall, callsAround, engineCalls } from './calls.ts';
import { commitGroup } from './commit.ts';
import { Connection } from './connection.ts';
import { mapFault, mapped, storeFault } from './map-fault.ts';
import { type MemoryDisk, memoryDisk } from './memory-disk.ts';
import { migrate, migrations } from './migrations/migrate.ts';
import { type OpenOptions, openDatabase } from './open-database.ts';
import { betweenMs, glanceMs, isHeld, patiently } from './patience.ts';
import { type ReadName, type ReadOf, reads } from './reads.ts';

/** Every store in memory: nothing is ever copied into one, and a run can be repeated to the last digest. */
const inMemory = makeIssuedId('store', new Uint8Array(16));

export interface InProcessOptions {
  /** Where everything is kept; a fresh one that goes with the store when left out. */
  readonly disk?: MemoryDisk;
  /** Stands around every storage call, so that a test can let any of them fail, before or after it. */
  readonly around?: AroundCall;
}

/**
 * A store in memory, in this thread, with the statements and the commit code of a store on disk: batches that are
 * handed in before it gets its turn are one transaction. It has no timers, so that a run can be repeated. A store that
 * is left without `close` is what a crash leaves.
 */
export async function openInProcessStore(options: InProcessOptions = {}): Promise<Store> {
  const { disk = memoryDisk(), around } = options;
  const bare = engineCalls(disk.database);
  bare.rollback();
  const connection = new Connection(around === undefined ? bare : callsAround(bare, around));
  await mapped(() => migrate(connection, migrations, inMemory));
  return storeOver(connection, options.disk === undefined ? () => disk.discard() : () => undefined);
}

interface Waiting {
  readonly batch: CommitBatch;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
  /** Until when it is tried again while another process holds the file, by the clock of `performance`. */
  readonly until: number;
}

/**
 * The store of a file without a thread: for a program that has nothing else to do while it is written. While another process
 * holds the file its event loop goes on, so that it can be ended.
 */
export async function openFileInProcess(options: OpenOptions): Promise<Store> {
  const { busyTimeoutMs = 10_000 } = options;
  return patiently(busyTimeoutMs, () => {
    const database = openDatabase({ ...options, busyTimeoutMs: Math.min(glanceMs, busyTimeoutMs) });
    const connection = new Connection(engineCalls(database));
    try {
      migrate(connection);
    } catch (error) {
      database.close();
      throw error;
    }
    return storeOver(connection, () => database.close(), busyTimeoutMs);
  });
}

/**
 * @param discard frees what the connection stands on, when the store is closed
 * @param patienceMs how long another process is waited for, in milliseconds; 0 where there is none
 */
export function storeOver(connection: Connection, discard: () => void, patienceMs = 0): Store {
  let waiting: Waiting[] = [];
  let closed = false;
  let closing: Promise<void> | null = null;
  const run = patienceMs === 0 ? mapped : <Value>(task: () => Value) => patiently(patienceMs, task);
  const flush = () => {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    const outcomes = commitGroup(
      connection,
      group.map(({ batch }) => batch),
    );
    for (const [index, each] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'answered') {
        each.resolve(outcome.outcome);
        continue;
      }
      const fault = mapFault(outcome?.error);
      if (patienceMs > 0 && isHeld(fault) && performance.now() < each.until) waiting.push(each);
      else each.reject(fault);
    }
    // Whatever is handed in meanwhile comes after them.
    if (waiting.length > 0) setTimeout(flush, betweenMs);
  };
  const end = async (): Promise<void> => {
    flush();
    closed = true;
    while (waiting.length > 0) await pause(betweenMs);
    discard();
  };
  const read =
    <Name extends ReadName>(name: Name): ReadOf<Name> =>
    (...values) =>
      run(() => {
        if (closed) throw storeFault('closed');
        const task = reads[name] as (...all: unknown[]) => Awaited<ReturnType<ReadOf<Name>>>;
        return task(connection, ...values);
      });
  return {
    commit: (batch) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(storeFault('closed'));
        const until = patienceMs === 0 ? 0 : performance.now() + patienceMs;
        if (waiting.push({ batch, resolve, reject, until }) === 1) queueMicrotask(flush);
      }),
    get: read('get'),
    list: read('list'),
    kinds: read('kinds'),
    answer: read('answer'),
    answers: read('answers'),
    highestTime: read('highestTime'),
    events: read('events'),
    links: read('links'),
    workspaces: read('workspaces'),
    identity: read('identity'),
    intact: read('intact'),
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}
