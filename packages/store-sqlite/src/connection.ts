import type { Bound, StorageCalls } from './calls.ts';
import { Known } from './known.ts';
import type { Statement } from './statement.ts';

/**
 * Runs statements on one connection, each to its end before anything else of its thread runs. A transaction therefore
 * never holds the file's lock over a turn of the event loop, and two stores of one thread cannot wait for each other.
 */
export class Connection {
  readonly calls: StorageCalls;
  readonly known = new Known();

  constructor(calls: StorageCalls) {
    this.calls = calls;
  }

  all<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Row[] {
    return this.calls.all(statement.sql, inPlace(statement, values)) as Row[];
  }

  first<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Row | undefined {
    return this.calls.first(statement.sql, inPlace(statement, values)) as Row | undefined;
  }

  /** Answers how many rows were written. */
  run<Values extends object>(statement: Statement<Values, unknown>, values: Values): number {
    return this.calls.run(statement.sql, inPlace(statement, values));
  }

  /** Takes the write lock at once, so that what is read is what is written on. A throw leaves nothing behind. */
  immediately<Result>(task: () => Result): Result {
    this.calls.begin();
    try {
      const result = task();
      this.calls.commit();
      return result;
    } catch (error) {
      this.calls.rollback();
      throw error;
    }
  }
}

function inPlace({ names }: Statement<never, unknown> | Statement<object, unknown>, values: object): Bound {
  const named = values as Readonly<Record<string, Bound[number]>>;
  return names.map((name) => named[name] ?? null);
}
