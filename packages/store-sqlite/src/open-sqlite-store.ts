import type { CommitBatch, CommitOutcome, Row, Store } from '@cux/kernel';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { applyBatch } from './commit.ts';
import { mapFault, mapped } from './map-fault.ts';
import { migrate } from './migrations/migrate.ts';
import { type OpenOptions, openDatabase } from './open-database.ts';
import type { Tables } from './tables.ts';

/**
 * Opens (or makes) a store in one SQLite file, or in memory with `:memory:`. A second process may open the same file.
 * Throws a `StoreFault` when the file is newer, damaged, locked or not reachable.
 */
export async function openSqliteStore(options: OpenOptions): Promise<Store> {
  const database = openOrFault(options);
  const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  try {
    await immediately(kysely, (connection) => migrate(connection));
  } catch (error) {
    await kysely.destroy();
    throw mapFault(error);
  }
  return storeOver(kysely);
}

function openOrFault(options: OpenOptions): ReturnType<typeof openDatabase> {
  try {
    return openDatabase(options);
  } catch (error) {
    throw mapFault(error);
  }
}

/**
 * Runs a task in a transaction that takes the write lock at once, so that what it reads is what it writes on. A task
 * that answers `rollback` leaves nothing behind.
 */
async function immediately<Value>(
  kysely: Kysely<Tables>,
  task: (connection: Kysely<Tables>) => Promise<Value>,
  keeps: (value: Value) => boolean = () => true,
): Promise<Value> {
  return kysely.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      const value = await task(connection);
      await (keeps(value) ? sql`commit` : sql`rollback`).execute(connection);
      return value;
    } catch (error) {
      // A failed statement may have ended the transaction already; the first error is the one that counts.
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}

function storeOver(kysely: Kysely<Tables>): Store {
  const columns = ['kind', 'id', 'revision', 'state', 'parent_id', 'subject_digest', 'body'] as const;
  return {
    commit: (batch) => mapped(() => commit(kysely, batch)),

    get: (workspace, kind, id) =>
      mapped(async () => {
        const row = await kysely
          .selectFrom('row')
          .select(columns)
          .where('workspace', '=', workspace)
          .where('kind', '=', kind)
          .where('id', '=', id)
          .executeTakeFirst();
        return row === undefined ? null : (row as Row);
      }),

    list: (workspace, kind, filter = {}) =>
      mapped(async () => {
        let query = kysely
          .selectFrom('row')
          .select(columns)
          .where('workspace', '=', workspace)
          .where('kind', '=', kind);
        if (filter.states !== undefined) query = query.where('state', 'in', [...filter.states]);
        if (filter.parent_id !== undefined) query = query.where('parent_id', '=', filter.parent_id);
        if (filter.subject_digest !== undefined) {
          query = query.where('subject_digest', '=', filter.subject_digest);
        }
        return (await query.orderBy('id').execute()) as Row[];
      }),

    answer: (workspace, scope, key) =>
      mapped(async () => {
        const answer = await kysely
          .selectFrom('answer')
          .select(['command_digest', 'answer'])
          .where('workspace', '=', workspace)
          .where('scope', '=', scope)
          .where('key', '=', key)
          .executeTakeFirst();
        return answer ?? null;
      }),

    highestTime: (workspace) =>
      mapped(async () => {
        const time = await kysely
          .selectFrom('workspace_time')
          .select('highest')
          .where('workspace', '=', workspace)
          .executeTakeFirst();
        return time?.highest ?? 0;
      }),

    events: (workspace, afterSequence, limit) =>
      mapped(() =>
        kysely
          .selectFrom('event')
          .select(['sequence', 'batch', 'kind', 'body'])
          .where('workspace', '=', workspace)
          .where('sequence', '>', afterSequence)
          .orderBy('sequence')
          .limit(limit)
          .execute(),
      ),

    links: (workspace, afterBatch, limit) =>
      mapped(() =>
        kysely
          .selectFrom('link')
          .select(['batch', 'first_sequence', 'last_sequence', 'previous_hash', 'hash'])
          .where('workspace', '=', workspace)
          .where('batch', '>', afterBatch)
          .orderBy('batch')
          .limit(limit)
          .execute(),
      ),

    workspaces: () =>
      mapped(async () => {
        const rows = await kysely
          .selectFrom('workspace_time')
          .select('workspace')
          .orderBy('workspace')
          .execute();
        return rows.map((row) => row.workspace);
      }),

    close: () => mapped(() => kysely.destroy()),
  };
}

async function commit(kysely: Kysely<Tables>, batch: CommitBatch): Promise<CommitOutcome> {
  const kind = await immediately(
    kysely,
    (connection) => applyBatch(connection, batch),
    (outcome) => outcome === 'committed',
  );
  return { kind };
}
