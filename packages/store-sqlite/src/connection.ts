import type { StorageCalls } from './calls.ts';
import type { Statement } from './statement.ts';

/**
 * Runs statements on one connection, each to its end before anything else of its thread runs. A transaction therefore
 * never holds the file's lock over a turn of the event loop, and two stores of one thread cannot wait for each other.
 */
export class Connection {
  readonly calls: StorageCalls;

  constructor(calls: StorageCalls) {
    this.calls = calls;
  }

  all<Values, Row>(statement: Statement<Values, Row>, values: Values): Row[] {
    return this.calls.all(statement.sql, statement.bind(values)) as Row[];
  }

  first<Values, Row>(statement: Statement<Values, Row>, values: Values): Row | undefined {
    return this.calls.first(statement.sql, statement.bind(values)) as Row | undefined;
  }

  run<Values>(statement: Statement<Values, unknown>, values: Values): void {
    this.calls.run(statement.sql, statement.bind(values));
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
