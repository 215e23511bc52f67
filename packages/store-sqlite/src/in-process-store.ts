import { makeIssuedId } from '@cux/contracts/digest';
import type { CommitBatch, CommitOutcome, Store } from '@cux/kernel';
import { type AroundCall, callsAround, engineCalls } from './calls.ts';
import { commitGroup } from './commit.ts';
import { Connection } from './connection.ts';
import { mapFault, mapped, storeFault } from './map-fault.ts';
import { type MemoryDisk, memoryDisk } from './memory-disk.ts';
import { migrate, migrations } from './migrations/migrate.ts';
import { type OpenOptions, openDatabase } from './open-database.ts';
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
}

/** The store of a file without a thread: for a program that has nothing else to do while it is written. */
export async function openFileInProcess(options: OpenOptions): Promise<Store> {
  return mapped(() => {
    const database = openDatabase(options);
    const connection = new Connection(engineCalls(database));
    try {
      migrate(connection);
    } catch (error) {
      database.close();
      throw error;
    }
    return storeOver(connection, () => database.close());
  });
}

/** @param discard frees what the connection stands on, when the store is closed */
export function storeOver(connection: Connection, discard: () => void): Store {
  let waiting: Waiting[] = [];
  let closed = false;
  const flush = () => {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    const outcomes = commitGroup(
      connection,
      group.map(({ batch }) => batch),
    );
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'answered') resolve(outcome.outcome);
      else reject(mapFault(outcome?.error));
    }
  };
  const read =
    <Name extends ReadName>(name: Name): ReadOf<Name> =>
    (...values) =>
      mapped(() => {
        if (closed) throw storeFault('closed');
        const task = reads[name] as (...all: unknown[]) => Awaited<ReturnType<ReadOf<Name>>>;
        return task(connection, ...values);
      });
  return {
    commit: (batch) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(storeFault('closed'));
        if (waiting.push({ batch, resolve, reject }) === 1) queueMicrotask(flush);
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
    close: async () => {
      if (closed) return;
      flush();
      closed = true;
      discard();
    },
  };
}
