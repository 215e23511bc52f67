import { identityPlace, type Migration } from './migration.ts';

/** What a store calls itself, and how the moves of workspaces ended that were to come here. */
export const moves: Migration = {
  version: 3,
  name: 'moves',
  statements: [
    `create table store (identity text not null primary key) strict`,
    `insert into store (identity) values ('${identityPlace}')`,
    `create table move_end (
      move_id text not null primary key,
      ended text not null check (ended in ('arrived', 'refused'))
    ) strict, without rowid`,
  ],
};
