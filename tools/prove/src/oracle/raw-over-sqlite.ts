import Database from 'better-sqlite3';
import type { RawAnswer, RawEvent, RawLink, RawRow, RawStore } from './raw-store.ts';

/** The tables of one workspace in a SQLite file, by plain SQL on a connection of the oracle's own. */
export function rawOverSqlite(database: Database.Database, workspace: string): RawStore {
  const statements = new Map<string, Database.Statement>();
  const prepared = (sql: string): Database.Statement => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const all = <Found>(sql: string, ...values: readonly (string | number)[]) =>
    prepared(sql).all(workspace, ...values) as Found[];
  const columns = 'kind, id, revision, state, parent_id, subject_digest, body';
  const kept = 'scope, key, command_digest, answer';
  return {
    links: async (after) =>
      all<RawLink>(
        'select batch, first_sequence, last_sequence, previous_hash, hash from link where workspace = ? and batch > ? order by batch',
        after,
      ),
    events: async (after) =>
      all<RawEvent>(
        'select sequence, batch, kind, body from event where workspace = ? and sequence > ? order by sequence',
        after,
      ),
    row: async (kind, id) =>
      all<RawRow>(`select ${columns} from row where workspace = ? and kind = ? and id = ?`, kind, id)[0] ??
      null,
    rows: async () => all<RawRow>(`select ${columns} from row where workspace = ?`),
    answer: async (scope, key) =>
      all<RawAnswer>(
        `select ${kept} from answer where workspace = ? and scope = ? and key = ?`,
        scope,
        key,
      )[0] ?? null,
    answers: async () => all<RawAnswer>(`select ${kept} from answer where workspace = ?`),
    highestTime: async () =>
      all<{ highest: number }>('select highest from workspace_time where workspace = ?')[0]?.highest ?? 0,
  };
}

/** Opens a file for reading by the oracle; whoever opens it closes it. */
export function openForReading(path: string): Database.Database {
  return new Database(path, { readonly: true, fileMustExist: true });
}
