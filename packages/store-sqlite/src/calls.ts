import type Database from 'better-sqlite3';

/** What a statement binds, in the order of its places. */
export type Bound = readonly (string | number | null)[];

/** One call that reaches the database engine. */
export interface StorageCall {
  /** `begin`, `commit` and `rollback` stand around a transaction; `define` changes the schema; the others run a statement. */
  readonly kind: 'begin' | 'commit' | 'rollback' | 'define' | 'all' | 'first' | 'run';
  /** The statement; a transaction's ends have none of their own. */
  readonly sql: string;
}

/**
 * Stands around every storage call. It may throw before it proceeds, or after: what it throws counts as the engine's
 * own error, so one with the code `SQLITE_FULL` is a full disk.
 */
export type AroundCall = <Result>(call: StorageCall, proceed: () => Result) => Result;

/** The engine as the store uses it: each call runs to its end before anything else of its thread does. */
export interface StorageCalls {
  all(sql: string, values: Bound): readonly unknown[];
  first(sql: string, values: Bound): unknown;
  /** Answers how many rows were written. */
  run(sql: string, values: Bound): number;
  define(sql: string): void;
  /** Takes the write lock at once. */
  begin(): void;
  /** Returns when the transaction is on disk. */
  commit(): void;
  /** Ends whatever is open; nothing happens when nothing is. */
  rollback(): void;
}

/** Statements are few and come again and again; those with lists of values differ in length and are bounded. */
const statementsKept = 200;

/** The calls of one connection. */
export function engineCalls(database: Database.Database): StorageCalls {
  const statements = new Map<string, Database.Statement>();
  const prepared = (sql: string): Database.Statement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= statementsKept) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    all: (sql, values) => prepared(sql).all(values),
    first: (sql, values) => prepared(sql).get(values),
    run: (sql, values) => prepared(sql).run(values).changes,
    define: (sql) => {
      database.exec(sql);
    },
    begin: () => {
      prepared('begin immediate').run();
    },
    commit: () => {
      prepared('commit').run();
    },
    rollback: () => {
      if (database.inTransaction) prepared('rollback').run();
    },
  };
}

/** The same calls with something around each of them. */
export function callsAround(calls: StorageCalls, around: AroundCall): StorageCalls {
  return {
    all: (sql, values) => around({ kind: 'all', sql }, () => calls.all(sql, values)),
    first: (sql, values) => around({ kind: 'first', sql }, () => calls.first(sql, values)),
    run: (sql, values) => around({ kind: 'run', sql }, () => calls.run(sql, values)),
    define: (sql) => around({ kind: 'define', sql }, () => calls.define(sql)),
    begin: () => around({ kind: 'begin', sql: '' }, () => calls.begin()),
    commit: () => around({ kind: 'commit', sql: '' }, () => calls.commit()),
    rollback: () => around({ kind: 'rollback', sql: '' }, () => calls.rollback()),
  };
}
