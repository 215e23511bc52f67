import type { CopyTarget, StoreReader, WorkspacePage } from '@cux/kernel';
import { engineCalls } from './calls.ts';
import { insertAnswer, insertEvent, insertLink, raiseTime, writeRow } from './commit.ts';
import { Connection } from './connection.ts';
import { mapFault } from './map-fault.ts';
import { migrate } from './migrations/migrate.ts';
import { type OpenOptions, openDatabase } from './open-database.ts';
import { type ReadName, type ReadOf, reads } from './reads.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * Runs a task that copies a workspace into a file, in one transaction: all that it put there is kept, durably, once it resolves,
 * and nothing where it throws. The file takes no other command meanwhile. Throws a `StoreFault`, or what the task threw.
 */
export async function copyIntoSqlite<Value>(
  options: OpenOptions,
  workspace: string,
  task: (target: CopyTarget) => Promise<Value>,
): Promise<Value> {
  let database: ReturnType<typeof openDatabase> | null = null;
  try {
    database = openDatabase(options);
    const connection = new Connection(engineCalls(database));
    migrate(connection);
    return await inTransaction(connection, () => task(targetOver(connection, workspace)));
  } catch (error) {
    throw mapFault(error);
  } finally {
    database?.close();
  }
}

async function inTransaction<Value>({ calls }: Connection, task: () => Promise<Value>): Promise<Value> {
  calls.begin();
  try {
    const value = await task();
    calls.commit();
    return value;
  } catch (error) {
    calls.rollback();
    throw error;
  }
}

function targetOver(connection: Connection, workspace: string): CopyTarget {
  return {
    reader: readerOver(connection),
    put: async (page) => write(connection, workspace, page),
    moveEnd: async (move_id) => connection.first(endOfMove, { move_id })?.ended ?? null,
    endMove: async (move_id, ended) => {
      connection.run(insertEnd, { move_id, ended });
    },
  };
}

function write(connection: Connection, workspace: string, page: WorkspacePage): void {
  switch (page.kind) {
    case 'rows':
      for (const row of page.rows) connection.run(writeRow, { workspace, ...row });
      return;
    case 'events':
      for (const event of page.events) connection.run(insertEvent, { workspace, ...event });
      return;
    case 'links':
      for (const link of page.links) connection.run(insertLink, { workspace, ...link });
      return;
    case 'answers':
      for (const answer of page.answers) connection.run(insertAnswer, { workspace, ...answer });
      return;
    case 'time':
      connection.run(raiseTime, { workspace, highest: page.highest });
  }
}

const endOfMove = statement<Pick<Tables['move_end'], 'move_id'>, Pick<Tables['move_end'], 'ended'>>(
  `select ended from move_end where move_id = :move_id`,
);

const insertEnd = statement<Tables['move_end']>(
  `insert into move_end (move_id, ended) values (:move_id, :ended)`,
);

/** Reads inside of the transaction that is under way. */
function readerOver(connection: Connection): StoreReader {
  const read =
    <Name extends ReadName>(name: Name): ReadOf<Name> =>
    async (...values) => {
      const task = reads[name] as (...all: unknown[]) => Awaited<ReturnType<ReadOf<Name>>>;
      return task(connection, ...values);
    };
  return {
    get: read('get'),
    list: read('list'),
    answer: read('answer'),
    answers: read('answers'),
    highestTime: read('highestTime'),
    events: read('events'),
    links: read('links'),
    kinds: read('kinds'),
    workspaces: read('workspaces'),
    identity: read('identity'),
  };
}
