import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { CommitBatch } from '@cux/kernel';
import { type AroundCall, callsAround, engineCalls } from '../calls.ts';
import { commitGroup } from '../commit.ts';
import { Connection } from '../connection.ts';
import { mapFault } from '../map-fault.ts';
import { migrate } from '../migrations/migrate.ts';
import { openDatabase, openForReading } from '../open-database.ts';
import { reads } from '../reads.ts';
import { StoreFault } from '../store-fault.ts';
import { type FromThread, sendError, type ThreadData, type ToThread } from './messages.ts';
import { unpack } from './packed.ts';

/** How many batches one transaction takes at most, so that nobody waits for an endless one. */
const largestGroup = 512;

/**
 * Does what a thread of the store does.
 *
 * @param around for tests: stands around every storage call
 */
export function runThread(port: MessagePort, data: ThreadData, around: AroundCall | null = null): void {
  try {
    if (data.task === 'check') check(port, data);
    else open(port, data, around);
  } catch (error) {
    const fault = mapFault(error);
    // What is no fault of a store ends the thread, which its caller sees.
    if (!StoreFault.isInstance(fault)) throw error;
    tell(port, { kind: 'failed', error: sendError(fault) });
  }
}

function check(port: MessagePort, { options }: ThreadData): void {
  const database = openForReading(options);
  try {
    tell(port, { kind: 'checked', intact: reads.intact(new Connection(engineCalls(database))) });
  } finally {
    database.close();
  }
}

function open(port: MessagePort, { options }: ThreadData, around: AroundCall | null): void {
  const database = openDatabase(options);
  try {
    const bare = engineCalls(database);
    const connection = new Connection(around === null ? bare : callsAround(bare, around));
    migrate(connection);
    write(port, connection, () => database.close());
  } catch (error) {
    database.close();
    throw error;
  }
  tell(port, { kind: 'opened' });
}

/**
 * Stores what comes in: while one transaction is being written, whatever arrives waits at the port, and all of it is the
 * next one. Nobody waits for company: a lone batch is stored at once.
 */
function write(port: MessagePort, connection: Connection, close: () => void): void {
  const waiting: (readonly [id: number, batch: CommitBatch])[] = [];
  let closing = false;
  const take = (message: ToThread): void => {
    if (message.kind === 'close') closing = true;
    else for (const [id, batch] of message.batches) waiting.push([id, unpack(batch)]);
  };
  port.on('message', (message: ToThread) => {
    take(message);
    do {
      for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
        take(next.message as ToThread);
      }
      store(port, connection, waiting.splice(0, largestGroup));
    } while (waiting.length > 0);
    if (!closing) return;
    close();
    port.close();
  });
}

function store(
  port: MessagePort,
  connection: Connection,
  group: readonly (readonly [id: number, batch: CommitBatch])[],
): void {
  if (group.length === 0) return;
  const outcomes = commitGroup(
    connection,
    group.map(([, batch]) => batch),
  );
  tell(port, {
    kind: 'settled',
    outcomes: outcomes.map((outcome, index) => [
      group[index]?.[0] ?? 0,
      outcome.kind === 'answered' ? outcome : { kind: 'failed', error: sendError(mapFault(outcome.error)) },
    ]),
  });
}

function tell(port: MessagePort, message: FromThread): void {
  port.postMessage(message);
}
