import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Statement } from './lane.ts';
import type { Tables } from './tables.ts';

interface Compilable<Row> {
  compile(by: QueryExecutorProvider): CompiledQuery<Row>;
}

/** Builds statements on the tables of one schema; runs none. */
export interface Queries {
  readonly schema: string;
  /** Typed by the tables. */
  readonly build: Kysely<Tables>;
  /** A table, for statements that are written as text. */
  table(name: keyof Tables): RawBuilder<unknown>;
  /** A query as it is sent. The server keeps its plan under a name, so it is to be one of few. */
  statement<Row>(query: Compilable<Row>): Statement<Row>;
  /** A query that is built once for all, under a name of its own; its values are given each time. */
  once<Row>(name: string, build: () => Compilable<Row>): Statement<Row>;
}

export function queriesIn(schema: string): Queries {
  const build = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }).withSchema(schema);
  const names = new Map<string, string>();
  const built = new Map<string, Statement<unknown>>();
  const statement = <Row>(query: Compilable<Row>): Statement<Row> => {
    const { sql: text, parameters } = query.compile(build);
    const name = names.get(text) ?? `cux-${schema}-${names.size + 1}`;
    names.set(text, name);
    return { name, text, values: parameters };
  };
  return {
    schema,
    build,
    table: (name) => sql.id(schema, name),
    statement,
    once: <Row>(name: string, query: () => Compilable<Row>) => {
      const known = (built.get(name) as Statement<Row> | undefined) ?? statement(query());
      built.set(name, known);
      return known;
    },
  };
}
