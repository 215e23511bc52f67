/** A statement whose values have names, typed by what it binds and by the rows it answers. */
export interface Statement<Values, Row> {
  /** With a `?` for each value. */
  readonly sql: string;
  /** The names of the values, in the order in which they are bound. */
  readonly names: readonly string[];
  /** Only their types are of use. */
  readonly values?: Values;
  readonly row?: Row;
}

/**
 * Values are bound by their place: the engine takes several times as long to find them by name.
 *
 * @param sql fixed text, with a `:name` for each value: a value is always bound, never put into it
 */
export function statement<Values extends object, Row = never>(sql: string): Statement<Values, Row> {
  const names: string[] = [];
  const placed = sql.replaceAll(/:([a-z_0-9]+)/g, (_, name: string) => {
    names.push(name);
    return '?';
  });
  return { sql: placed, names };
}
