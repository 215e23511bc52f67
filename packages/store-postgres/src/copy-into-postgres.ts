import { type CopyOutcome, type WorkspaceCopy, type WorkspacePage, workspacePages } from '@cux/kernel';
import { sql } from 'kysely';
import type { Writes } from './decide-round.ts';
import { type Connection, Lane } from './lane.ts';
import { faultOf, storeFault, troubleOf } from './map-fault.ts';
import { migrate } from './migrations/migrate.ts';
import { type OpenOptions, settingsOf } from './options.ts';
import { type Queries, queriesIn } from './queries.ts';
import { readerOver } from './reader.ts';
import { lockStatement, writeStatement } from './round-statements.ts';
import { tableNames } from './tables.ts';

/**
 * Takes a whole workspace over from another store, in one transaction: all of it is there, and accepted, or nothing is.
 * Throws a `StoreFault`, or what `accept` threw.
 */
export async function copyIntoPostgres(options: OpenOptions, copy: WorkspaceCopy): Promise<CopyOutcome> {
  const settings = settingsOf(options);
  const queries = queriesIn(settings.schema);
  const lane = new Lane(settings);
  try {
    const connection = await lane.connection();
    await migrate(queries, connection);
    return await inTransaction(connection, () => takeOver(queries, connection, copy));
  } catch (error) {
    throw error instanceof Elsewhere ? error.cause : faultOf(troubleOf(error));
  } finally {
    await lane.close().catch(() => undefined);
  }
}

/** Carries what the source or `accept` threw past everything that explains this server's own errors. */
class Elsewhere extends Error {}

async function elsewhere<Value>(task: () => Promise<Value>): Promise<Value> {
  try {
    return await task();
  } catch (cause) {
    throw new Elsewhere('thrown elsewhere', { cause });
  }
}

async function inTransaction(connection: Connection, task: () => Promise<CopyOutcome>): Promise<CopyOutcome> {
  await connection.order('begin isolation level read committed read write');
  let told = false;
  try {
    const outcome = await task();
    told = outcome.kind === 'copied';
    const ended = await connection.order(told ? 'commit' : 'rollback');
    if (told && ended !== 'COMMIT') throw storeFault('unexpected');
    return outcome;
  } catch (error) {
    await connection.order('rollback').catch(() => connection.breakOff());
    // Whether it was kept shows when it is copied again: then the target has the workspace already, or takes it.
    throw told && troubleOf(error).kind === 'lost' ? storeFault('copy_unresolved') : error;
  }
}

async function takeOver(
  queries: Queries,
  connection: Connection,
  { workspace, source, accept }: WorkspaceCopy,
): Promise<CopyOutcome> {
  await connection.send(lockStatement(queries, [workspace]));
  if (await isPresent(queries, connection, workspace)) return { kind: 'present' };
  const pages = workspacePages(source, workspace);
  for (;;) {
    const page = await elsewhere(() => pages.next());
    if (page.done === true) break;
    await connection.send(writeStatement(queries, writesOf(workspace, page.value)));
  }
  await elsewhere(() => accept(readerOver(queries, (statement) => connection.send(statement))));
  return { kind: 'copied' };
}

async function isPresent(
  { statement, table }: Queries,
  connection: Connection,
  workspace: string,
): Promise<boolean> {
  const looks = tableNames.map((name) => sql`select 1 from ${table(name)} where workspace = ${workspace}`);
  const found = await connection.send(statement(sql`${sql.join(looks, sql` union all `)} limit 1`));
  return found.length > 0;
}

const nothing: Writes = { rows: [], events: [], links: [], answers: [], times: [] };

/** A piece as the rows that are written of it. */
function writesOf(workspace: string, page: WorkspacePage): Writes {
  const owned = <Kept>(all: readonly Kept[]) => all.map((each) => ({ workspace, ...each }));
  switch (page.kind) {
    case 'rows':
      return { ...nothing, rows: owned(page.rows) };
    case 'events':
      return { ...nothing, events: owned(page.events) };
    case 'links':
      return { ...nothing, links: owned(page.links) };
    case 'answers':
      return { ...nothing, answers: owned(page.answers).map((each) => ({ ...each, written_by: 'copied' })) };
    case 'time':
      return { ...nothing, times: [{ workspace, highest: page.highest }] };
  }
}
