import { identityPlace, type Migration } from './migration.ts';

/** What a store calls itself, and how the moves of workspaces ended that were to come here. */
export const moves: Migration = {
  version: 2,
  name: 'moves',
  statements: [
    `create table store (identity text collate "C" not null primary key)`,
    `insert into store (identity) values ('${identityPlace}')`,
    `create table move_end (
      move_id text collate "C" not null primary key,
      ended text collate "C" not null check (ended in ('arrived', 'refused'))
    )`,
  ],
};
