import type { StorageCalls, Values } from './calls.ts';
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

  all<Bound extends object, Row>({ sql }: Statement<Bound, Row>, values: Bound): Row[] {
    return this.calls.all(sql, values as Values) as Row[];
  }

  first<Bound extends object, Row>({ sql }: Statement<Bound, Row>, values: Bound): Row | undefined {
    return this.calls.first(sql, values as Values) as Row | undefined;
  }

  run<Bound extends object>({ sql }: Statement<Bound, unknown>, values: Bound): void {
    this.calls.run(sql, values as Values);
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
