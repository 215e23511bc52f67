import type { Migration } from './migration.ts';

export const first: Migration = {
  version: 1,
  name: 'first',
  statements: [
    `create table row (
      workspace text not null,
      kind text not null,
      id text not null,
      revision integer not null check (revision > 0),
      state text not null,
      parent_id text,
      subject_digest text,
      body text not null,
      primary key (workspace, kind, id)
    ) strict, without rowid`,
    `create index row_by_parent on row (workspace, kind, parent_id)`,
    `create index row_by_state on row (workspace, kind, state)`,
    `create index row_by_subject on row (workspace, kind, subject_digest) where subject_digest is not null`,
    `create table event (
      workspace text not null,
      sequence integer not null check (sequence > 0),
      batch integer not null check (batch > 0),
      kind text not null,
      body text not null,
      primary key (workspace, sequence)
    ) strict, without rowid`,
    `create table link (
      workspace text not null,
      batch integer not null check (batch > 0),
      first_sequence integer not null,
      last_sequence integer not null check (last_sequence >= first_sequence),
      previous_hash text not null,
      hash text not null,
      primary key (workspace, batch)
    ) strict, without rowid`,
    `create table answer (
      workspace text not null,
      scope text not null,
      key text not null,
      command_digest text not null,
      answer text not null,
      primary key (workspace, scope, key)
    ) strict, without rowid`,
    `create table workspace_time (
      workspace text not null primary key,
      highest integer not null
    ) strict, without rowid`,
  ],
};
