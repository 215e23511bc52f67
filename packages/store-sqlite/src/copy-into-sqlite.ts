import {
  type CopyOutcome,
  type StoreReader,
  type WorkspaceCopy,
  type WorkspacePage,
  workspacePages,
} from '@cux/kernel';
import { engineCalls } from './calls.ts';
import { insertAnswer, insertEvent, insertLink, raiseTime, writeRow } from './commit.ts';
import { Connection } from './connection.ts';
import { mapFault } from './map-fault.ts';
import { migrate } from './migrations/migrate.ts';
import { type OpenOptions, openDatabase } from './open-database.ts';
import { type ReadName, type ReadOf, reads } from './reads.ts';

/**
 * Takes a whole workspace over from another store, in one transaction: all of it is there, and accepted, or nothing is.
 * The file takes no other command meanwhile. Throws a `StoreFault`, or what `accept` threw.
 */
export async function copyIntoSqlite(options: OpenOptions, copy: WorkspaceCopy): Promise<CopyOutcome> {
  let database: ReturnType<typeof openDatabase> | null = null;
  try {
    database = openDatabase(options);
    const connection = new Connection(engineCalls(database));
    migrate(connection);
    return await inTransaction(connection, copy);
  } catch (error) {
    throw mapFault(error);
  } finally {
    database?.close();
  }
}

async function inTransaction(connection: Connection, copy: WorkspaceCopy): Promise<CopyOutcome> {
  connection.calls.begin();
  try {
    if (reads.workspaces(connection).includes(copy.workspace)) {
      connection.calls.rollback();
      return { kind: 'present' };
    }
    for await (const page of workspacePages(copy.source, copy.workspace)) {
      write(connection, copy.workspace, page);
    }
    await copy.accept(readerOver(connection));
    connection.calls.commit();
    return { kind: 'copied' };
  } catch (error) {
    connection.calls.rollback();
    throw error;
  }
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
  };
}
