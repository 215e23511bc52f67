import type { RawAnswer, RawEvent, RawLink, RawRow, RawStore } from './raw-store.ts';

/** Asks a server; `$schema` in the text is the schema that holds the tables. */
export type Ask = <Row>(sql: string, values: unknown[]) => Promise<readonly Row[]>;

/** The tables of one workspace on a PostgreSQL server, by plain SQL. Its whole numbers may come as text. */
export function rawOverSql(ask: Ask, workspace: string): RawStore {
  const rowColumns = 'kind, id, revision::int, state, parent_id, subject_digest, body';
  const answerColumns = 'scope, key, command_digest, answer';
  return {
    links: (after) =>
      ask<RawLink>(
        `select batch::int, first_sequence::int, last_sequence::int, previous_hash, hash from $schema.link
         where workspace = $1 and batch > $2 order by batch`,
        [workspace, after],
      ),
    events: (after) =>
      ask<RawEvent>(
        `select sequence::int, batch::int, kind, body from $schema.event
         where workspace = $1 and sequence > $2 order by sequence`,
        [workspace, after],
      ),
    row: async (kind, id) => {
      const sql = `select ${rowColumns} from $schema.row where workspace = $1 and kind = $2 and id = $3`;
      return (await ask<RawRow>(sql, [workspace, kind, id]))[0] ?? null;
    },
    rows: () => ask<RawRow>(`select ${rowColumns} from $schema.row where workspace = $1`, [workspace]),
    answer: async (scope, key) => {
      const sql = `select ${answerColumns} from $schema.answer where workspace = $1 and scope = $2 and key = $3`;
      return (await ask<RawAnswer>(sql, [workspace, scope, key]))[0] ?? null;
    },
    answers: () =>
      ask<RawAnswer>(`select ${answerColumns} from $schema.answer where workspace = $1`, [workspace]),
    highestTime: async () => {
      const sql = 'select highest from $schema.workspace_time where workspace = $1';
      return Number((await ask<{ highest: number | string }>(sql, [workspace]))[0]?.highest ?? 0);
    },
  };
}
