import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { engineCalls } from '../src/calls.ts';
import { Connection } from '../src/connection.ts';
import { openSqliteStore } from '../src/index.ts';
import { migrate, migrations } from '../src/migrations/migrate.ts';
import { temporaryPath } from './support/temporary.ts';

const [first] = migrations;
const later = {
  version: migrations.length + 1,
  name: 'later',
  statements: ['create table later (id integer primary key) strict', 'insert into later values (1)'],
};

function ledger(database: Database.Database): readonly unknown[] {
  return database.prepare('select version, name from schema_migration order by version').all();
}

describe('the migrations', () => {
  it('take a file of an earlier version forward in place, once, and keep what it holds', async () => {
    const path = temporaryPath();
    await (await openSqliteStore({ path })).close();
    const database = new Database(path);
    database.exec(`insert into workspace_time values ('one', 7)`);
    const connection = new Connection(engineCalls(database));
    for (let time = 0; time < 2; time += 1) migrate(connection, [...migrations, later]);
    expect(ledger(database).length).toBe(migrations.length + 1);
    expect(database.prepare('select * from later').all()).toEqual([{ id: 1 }]);
    expect(database.prepare('select highest from workspace_time').pluck().all()).toEqual([7]);
    database.close();
    await expect(openSqliteStore({ path })).rejects.toMatchObject({ code: 'newer_schema' });
  });

  it('keep every row of a file of the first version, and all of its indexes', () => {
    const database = new Database(':memory:');
    const connection = new Connection(engineCalls(database));
    migrate(connection, migrations.slice(0, 1));
    const indexes = () =>
      database
        .prepare(`select sql from sqlite_schema where type = 'index' and sql is not null order by name`)
        .all();
    const before = indexes();
    database.exec(`
      insert into row values ('w', 'goal', 'b', 2, 'active', null, null, '{}'), ('w', 'gate', 'a', 1, 'open', 't', 'd', '{}');
      insert into event values ('w', 1, 1, 'command-accepted', '{}'), ('w', 2, 1, 'todo-created', '{}');
      insert into link values ('w', 1, 1, 2, 'none', 'hash');
      insert into answer values ('w', 'human:x', 'k', 'digest', '{}');
    `);
    const contents = () =>
      ['row', 'event', 'link', 'answer'].map((table) =>
        database.prepare(`select * from ${table} order by 1, 2, 3`).all(),
      );
    const held = contents();
    expect(migrate(connection)).toEqual({ from: 1, to: migrations.length });
    expect(contents()).toEqual(held);
    expect(indexes()).toEqual(before);
    expect(() => database.exec(`insert into link values ('w', 1, 3, 3, 'none', 'hash')`)).toThrow('UNIQUE');
    expect(() => database.exec(`insert into event values ('w', 2, 2, 'again', '{}')`)).toThrow('UNIQUE');
    expect(() => database.exec(`insert into answer values ('w', 'human:x', 'k', 'd', '{}')`)).toThrow(
      'UNIQUE',
    );
    expect(() =>
      database.exec(`insert into row values ('w', 'goal', 'b', 3, 's', null, null, '{}')`),
    ).toThrow('UNIQUE');
    database.close();
  });

  it('leave nothing of a step that fails', () => {
    const database = new Database(':memory:');
    const connection = new Connection(engineCalls(database));
    const broken = { ...later, statements: [...later.statements, 'create table later (again integer)'] };
    expect(() => migrate(connection, [...migrations, broken])).toThrow();
    expect(database.prepare(`select count(*) from sqlite_schema`).pluck().get()).toBe(0);
    migrate(connection, [...migrations, later]);
    expect(ledger(database).length).toBe(migrations.length + 1);
    database.close();
  });

  it('refuse a past step that is another one than theirs, in one sentence', () => {
    const database = new Database(':memory:');
    const connection = new Connection(engineCalls(database));
    migrate(connection);
    if (first === undefined) throw new Error('there is no first step');
    const changed = [{ ...first, statements: [...first.statements, 'select 1'] }, ...migrations.slice(1)];
    expect(() => migrate(connection, changed)).toThrow(/^Migration 1 [^.]+; [^.]+\.$/);
    database.close();
  });

  it('are done once by several that open one new file at the same time', async () => {
    const path = temporaryPath();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openSqliteStore({ path })));
    await Promise.all(stores.map((store) => store.close()));
    const database = new Database(path, { readonly: true });
    expect(ledger(database).length).toBe(migrations.length);
    database.close();
  });
});
