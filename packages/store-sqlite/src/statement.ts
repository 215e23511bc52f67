import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Value } from './calls.ts';
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

export interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/** A query that was compiled once, with its values to come. */
export interface Statement<Values, Row> {
  readonly sql: string;
  bind(values: Values): readonly Value[];
  /** Only its type is of use. */
  readonly row?: Row;
}

/** Stands in a query where a value will. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a query once; each use only binds.
 *
 * @param build gets a function that answers the place of a named value
 */
export function statement<Values extends object, Row = unknown>(
  build: (value: <Name extends keyof Values & string>(name: Name) => Values[Name]) => Compilable<Row>,
): Statement<Values, Row> {
  const place = <Name extends keyof Values & string>(name: Name) => new Slot(name) as Values[Name];
  const { sql, parameters } = build(place).compile();
  const names = parameters.map((parameter) => (parameter instanceof Slot ? parameter.name : null));
  return {
    sql,
    bind: (values) =>
      names.map((name, index) => (name === null ? parameters[index] : values[name as keyof Values]) as Value),
  };
}
