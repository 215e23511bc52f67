import type { Migration } from './migration.ts';

/** Texts compare by their bytes, whatever the order of the database is. */
const text = 'text collate "C" not null';

export const first: Migration = {
  version: 1,
  name: 'first',
  statements: [
    `create table row (
      workspace ${text},
      kind ${text},
      id ${text},
      revision bigint not null check (revision > 0),
      state ${text},
      parent_id text collate "C",
      subject_digest text collate "C",
      body ${text},
      primary key (workspace, kind, id)
    )`,
    `create index row_by_parent on row (workspace, kind, parent_id)`,
    `create index row_by_state on row (workspace, kind, state)`,
    `create index row_by_subject on row (workspace, kind, subject_digest) where subject_digest is not null`,
    `create table event (
      workspace ${text},
      sequence bigint not null check (sequence > 0),
      batch bigint not null check (batch > 0),
      kind ${text},
      body ${text},
      primary key (workspace, sequence)
    )`,
    `create table link (
      workspace ${text},
      batch bigint not null check (batch > 0),
      first_sequence bigint not null,
      last_sequence bigint not null check (last_sequence >= first_sequence),
      previous_hash ${text},
      hash ${text},
      primary key (workspace, batch)
    )`,
    `create table answer (
      workspace ${text},
      scope ${text},
      key ${text},
      command_digest ${text},
      answer ${text},
      written_by ${text} default '',
      primary key (workspace, scope, key)
    )`,
    `create table workspace_time (
      workspace ${text} primary key,
      highest bigint not null
    )`,
  ],
};
