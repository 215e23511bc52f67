import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Store } from '@cux/kernel';
import { engineCalls } from './calls.ts';
import { Connection } from './connection.ts';
import { openFileInProcess, openInProcessStore } from './in-process-store.ts';
import { mapped, storeFault } from './map-fault.ts';
import { type OpenOptions, openForReading } from './open-database.ts';
import { canOnlyBeRead, openReadOnlyStore } from './read-only-store.ts';
import { type ReadName, type ReadOf, reads } from './reads.ts';
import { checkFile, Writer } from './thread/writer.ts';

/**
 * Opens (or makes) a store in one SQLite file, or in memory with `:memory:`. A second process may open the same file.
 * A file is written by a thread of its own unless the caller wants to, so that no wait for the disk or for another process
 * stops the caller's event loop. Throws a `StoreFault` when the file is newer, damaged, locked or not reachable, or the thread does not start.
 */
export async function openSqliteStore(options: StoreOptions): Promise<Store> {
  const { path, readOnly = 'never', writer = 'thread' } = options;
  if (path === ':memory:') return openInProcessStore();
  if (readOnly === 'always' || (readOnly === 'if-it-must' && canOnlyBeRead(path)))
    return openReadOnlyStore(options);
  return writer === 'caller' ? openFileInProcess(options) : openThreadedStore(options);
}

export interface StoreOptions extends OpenOptions {
  /**
   * Whether a file is opened to be read alone, where each commit is refused and nothing of the file is changed: `always`, or
   * `if-it-must` where its mount, medium or rights let nobody write. Default `never`: such a file is refused at once.
   */
  readonly readOnly?: 'never' | 'if-it-must' | 'always';
  /**
   * Who writes the file. `thread` (the default) is for a process with an event loop that others wait for. `caller` is for a
   * program that does one thing and ends: it starts no thread, and waits itself for the disk. For another process it waits
   * with its event loop going on.
   * What is acknowledged is on disk either way.
   */
  readonly writer?: 'thread' | 'caller';
}

/** @param own for tests: the module that the thread runs, and what it is told */
export async function openThreadedStore(
  given: OpenOptions,
  own: { readonly entry?: URL; readonly told?: unknown } = {},
): Promise<Store> {
  const options = { ...given, path: resolve(given.path) };
  const writer = await Writer.open({ task: 'write', options, told: own.told }, own.entry);
  try {
    return storeOver(options, writer);
  } catch (error) {
    await writer.close();
    throw error;
  }
}

/**
 * Batches go to the thread. Reads are done at once on a connection that only reads: the log that SQLite writes ahead never
 * makes a reader wait for a writer, nor for the disk to have taken a write, and what was acknowledged is seen.
 */
function storeOver(options: OpenOptions, writer: Writer): Store {
  const database = openForReading(options);
  const connection = new Connection(engineCalls(database));
  let closing: Promise<void> | null = null;
  const read =
    <Name extends ReadName>(name: Name): ReadOf<Name> =>
    (...values) =>
      mapped(() => {
        if (closing !== null) throw storeFault('closed');
        const task = reads[name] as (...all: unknown[]) => Awaited<ReturnType<ReadOf<Name>>>;
        return task(connection, ...values);
      });
  /** A page of many: between two of them, others get their turn. */
  const page =
    <Name extends ReadName>(name: Name): ReadOf<Name> =>
    async (...values) => {
      await setImmediate();
      return read(name)(...values);
    };
  return {
    commit: (batch) => writer.commit(batch),
    get: read('get'),
    list: read('list'),
    kinds: read('kinds'),
    answer: read('answer'),
    answers: page('answers'),
    highestTime: read('highestTime'),
    events: page('events'),
    links: page('links'),
    workspaces: read('workspaces'),
    identity: read('identity'),
    intact: async () => {
      if (closing !== null) throw storeFault('closed');
      return checkFile({ task: 'check', options });
    },
    close: () => {
      if (closing === null) {
        database.close();
        closing = writer.close();
      }
      return closing;
    },
  };
}
