import type { Migration } from './migration.ts';

/** A table as before, but kept by a number of its own. */
function rebuilt(table: string, columns: string, definition: string): readonly string[] {
  return [
    `create table rebuilt_${table} (${definition}) strict`,
    `insert into rebuilt_${table} (${columns}) select ${columns} from ${table}`,
    `drop table ${table}`,
    `alter table rebuilt_${table} rename to ${table}`,
  ];
}

/**
 * Bodies of rows are too long for the tree of a key: they went to pages of their own, each time they were written. In a table
 * that is kept by numbers they stay with their row, and new rows and answers come at the end. The log stays as it was: its
 * order is the order in which it is written.
 */
export const rowids: Migration = {
  version: 2,
  name: 'rowids',
  statements: [
    ...rebuilt(
      'row',
      'workspace, kind, id, revision, state, parent_id, subject_digest, body',
      `workspace text not null,
      kind text not null,
      id text not null,
      revision integer not null check (revision > 0),
      state text not null,
      parent_id text,
      subject_digest text,
      body text not null,
      primary key (workspace, kind, id)`,
    ),
    `create index row_by_parent on row (workspace, kind, parent_id)`,
    `create index row_by_state on row (workspace, kind, state)`,
    `create index row_by_subject on row (workspace, kind, subject_digest) where subject_digest is not null`,
    ...rebuilt(
      'answer',
      'workspace, scope, key, command_digest, answer',
      `workspace text not null,
      scope text not null,
      key text not null,
      command_digest text not null,
      answer text not null,
      primary key (workspace, scope, key)`,
    ),
  ],
};
