import type Database from 'better-sqlite3';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from './tables.ts';

/** Builds queries, typed by the tables; it runs none. */
export const query = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * Runs queries on one connection, each to its end before anything else of this process runs. A transaction therefore
 * never holds the file's lock over a turn of the event loop, and two stores of one process cannot wait for each other.
 */
export class Connection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  all<Row>(compilable: Compilable<Row>): Row[] {
    const { sql, parameters } = compilable.compile();
    return this.#statement(sql).all(...parameters) as Row[];
  }

  first<Row>(compilable: Compilable<Row>): Row | undefined {
    const { sql, parameters } = compilable.compile();
    return this.#statement(sql).get(...parameters) as Row | undefined;
  }

  run(compilable: Compilable<unknown>): void {
    const { sql, parameters } = compilable.compile();
    this.#statement(sql).run(...parameters);
  }

  /** A statement of the schema; it has no values. */
  define(statement: string): void {
    this.#database.exec(statement);
  }

  /** Takes the write lock at once, so that what is read is what is written on. A throw leaves nothing behind. */
  immediately<Value>(task: () => Value): Value {
    return this.#database.transaction(task).immediate();
  }

  /** Whether every page, cell and index entry is where the engine expects it. Reads the whole file. */
  intact(): boolean {
    return this.#database.pragma('integrity_check(1)', { simple: true }) === 'ok';
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** Statements are few and come again and again; those with lists of values differ in length and are bounded. */
  #statement(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= 200) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
