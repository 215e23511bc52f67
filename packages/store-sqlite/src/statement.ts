/** A statement with named values (`:name`), typed by what it binds and by the rows it answers. */
export interface Statement<Values, Row> {
  readonly sql: string;
  /** Only their types are of use. */
  readonly values?: Values;
  readonly row?: Row;
}

/** @param sql fixed text: a value is always bound, never put into it */
export function statement<Values extends object, Row = never>(sql: string): Statement<Values, Row> {
  return { sql };
}
