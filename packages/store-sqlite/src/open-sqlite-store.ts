import type { AnswerPlace, KeptAnswer, Row, Store } from '@cux/kernel';
import { commitBatch, highestTime } from './commit.ts';
import { Connection, query } from './connection.ts';
import { mapped } from './map-fault.ts';
import { migrate } from './migrations/migrate.ts';
import { type OpenOptions, openDatabase } from './open-database.ts';

/**
 * Opens (or makes) a store in one SQLite file, or in memory with `:memory:`. A second process may open the same file.
 * Throws a `StoreFault` when the file is newer, damaged, locked or not reachable.
 */
export async function openSqliteStore(options: OpenOptions): Promise<Store> {
  return mapped(() => {
    const connection = new Connection(openDatabase(options));
    try {
      migrate(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
    return storeOver(connection);
  });
}

const rowColumns = ['kind', 'id', 'revision', 'state', 'parent_id', 'subject_digest', 'body'] as const;
const linkColumns = ['batch', 'first_sequence', 'last_sequence', 'previous_hash', 'hash'] as const;

function storeOver(connection: Connection): Store {
  return {
    commit: (batch) => mapped(() => commitBatch(connection, batch)),
    get: (workspace, kind, id) =>
      mapped(() => {
        const row = connection.first(
          query
            .selectFrom('row')
            .select(rowColumns)
            .where('workspace', '=', workspace)
            .where('kind', '=', kind)
            .where('id', '=', id),
        );
        return (row as Row | undefined) ?? null;
      }),
    list: (workspace, kind, filter = {}) => mapped(() => list(connection, workspace, kind, filter)),
    answer: (workspace, scope, key) =>
      mapped(
        () =>
          connection.first(
            query
              .selectFrom('answer')
              .select(['command_digest', 'answer'])
              .where('workspace', '=', workspace)
              .where('scope', '=', scope)
              .where('key', '=', key),
          ) ?? null,
      ),
    answers: (workspace, after, limit) => mapped(() => answersAfter(connection, workspace, after, limit)),
    highestTime: (workspace) => mapped(() => highestTime(connection, workspace)),
    events: (workspace, afterSequence, limit) =>
      mapped(() =>
        connection.all(
          query
            .selectFrom('event')
            .select(['sequence', 'batch', 'kind', 'body'])
            .where('workspace', '=', workspace)
            .where('sequence', '>', afterSequence)
            .orderBy('sequence')
            .limit(limit),
        ),
      ),
    links: (workspace, afterBatch, limit) =>
      mapped(() =>
        connection.all(
          query
            .selectFrom('link')
            .select(linkColumns)
            .where('workspace', '=', workspace)
            .where('batch', '>', afterBatch)
            .orderBy('batch')
            .limit(limit),
        ),
      ),
    workspaces: () => mapped(() => workspacesOf(connection)),
    intact: () => mapped(() => connection.intact()),
    close: () => mapped(() => connection.close()),
  };
}

function answersAfter(
  connection: Connection,
  workspace: string,
  after: AnswerPlace | null,
  limit: number,
): readonly KeptAnswer[] {
  const all = query
    .selectFrom('answer')
    .select(['scope', 'key', 'command_digest', 'answer'])
    .where('workspace', '=', workspace)
    .orderBy('scope')
    .orderBy('key')
    .limit(limit);
  if (after === null) return connection.all(all);
  const { scope, key } = after;
  return connection.all(
    all.where(({ eb, and, or }) =>
      or([eb('scope', '>', scope), and([eb('scope', '=', scope), eb('key', '>', key)])]),
    ),
  );
}

const workspaceTables = ['workspace_time', 'link', 'event', 'row', 'answer'] as const;

/** Every workspace that anything at all is kept of; found by as many steps as there are, whatever their size. */
function workspacesOf(connection: Connection): readonly string[] {
  const found = new Set<string>();
  for (const table of workspaceTables) {
    for (let last = ''; ; ) {
      const next = connection.first(
        query
          .selectFrom(table)
          .select('workspace')
          .where('workspace', '>', last)
          .orderBy('workspace')
          .limit(1),
      );
      if (next === undefined) break;
      last = next.workspace;
      found.add(last);
    }
  }
  return [...found].sort();
}

function list(
  connection: Connection,
  workspace: string,
  kind: Row['kind'],
  filter: NonNullable<Parameters<Store['list']>[2]>,
): Row[] {
  let rows = query
    .selectFrom('row')
    .select(rowColumns)
    .where('workspace', '=', workspace)
    .where('kind', '=', kind);
  if (filter.states !== undefined) rows = rows.where('state', 'in', [...filter.states]);
  if (filter.parent_id !== undefined) rows = rows.where('parent_id', '=', filter.parent_id);
  if (filter.subject_digest !== undefined) rows = rows.where('subject_digest', '=', filter.subject_digest);
  return connection.all(rows.orderBy('id')) as Row[];
}
