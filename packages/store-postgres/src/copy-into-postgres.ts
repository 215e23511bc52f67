import type { CopyTarget, WorkspacePage } from '@cux/kernel';
import type { Writes } from './decide-round.ts';
import { type Connection, Lane } from './lane.ts';
import { faultOf, storeFault, troubleOf } from './map-fault.ts';
import { migrate } from './migrations/migrate.ts';
import { type OpenOptions, settingsOf } from './options.ts';
import { type Queries, queriesIn } from './queries.ts';
import { type Ask, readerOver } from './reader.ts';
import { lockStatement, writeStatement } from './round-statements.ts';

/**
 * Runs a task that copies a workspace into a schema, in one transaction: all that it put there is kept, durably, once it
 * resolves, and nothing where it throws. The workspace takes no other command there meanwhile. Throws a `StoreFault`, or what the
 * task threw.
 */
export async function copyIntoPostgres<Value>(
  options: OpenOptions,
  workspace: string,
  task: (target: CopyTarget) => Promise<Value>,
): Promise<Value> {
  const settings = settingsOf(options);
  const queries = queriesIn(settings.schema);
  const lane = new Lane(settings);
  try {
    const connection = await lane.connection();
    await migrate(queries, connection);
    return await inTransaction(connection, async () => {
      await connection.send(lockStatement(queries, [workspace]));
      return elsewhere(() => task(targetOver(queries, connection, workspace)));
    });
  } catch (error) {
    throw error instanceof Elsewhere ? error.cause : faultOf(troubleOf(error));
  } finally {
    await lane.close().catch(() => undefined);
  }
}

/** Carries what the task threw, other than an error of this server, past everything that explains one. */
class Elsewhere extends Error {}

/** An error of this server, on its way through the task. */
class Here extends Error {}

async function elsewhere<Value>(task: () => Promise<Value>): Promise<Value> {
  try {
    return await task();
  } catch (cause) {
    if (cause instanceof Here) throw cause.cause;
    throw new Elsewhere('thrown elsewhere', { cause });
  }
}

async function here<Value>(task: () => Promise<Value>): Promise<Value> {
  try {
    return await task();
  } catch (cause) {
    throw new Here('thrown here', { cause });
  }
}

async function inTransaction<Value>(connection: Connection, task: () => Promise<Value>): Promise<Value> {
  await connection.order('begin isolation level read committed read write');
  let told = false;
  try {
    const value = await task();
    told = true;
    if ((await connection.order('commit')) !== 'COMMIT') throw storeFault('unexpected');
    return value;
  } catch (error) {
    await connection.order('rollback').catch(() => connection.breakOff());
    // Whether it was kept shows when it is copied again.
    throw told && troubleOf(error).kind === 'lost' ? storeFault('copy_unresolved') : error;
  }
}

function targetOver(queries: Queries, connection: Connection, workspace: string): CopyTarget {
  const send: Ask = (statement) => here(() => connection.send(statement));
  const { build, statement } = queries;
  return {
    reader: readerOver(queries, send),
    put: async (page) => {
      await send(writeStatement(queries, writesOf(workspace, page)));
    },
    moveEnd: async (moveId) => {
      const query = build.selectFrom('move_end').select('ended').where('move_id', '=', moveId);
      return (await send(statement(query)))[0]?.ended ?? null;
    },
    endMove: async (move_id, ended) => {
      await send(statement(build.insertInto('move_end').values({ move_id, ended })));
    },
  };
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
