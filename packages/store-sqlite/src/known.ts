import type { ChainLink, Expectation, Row } from '@cux/kernel';
import type { Connection } from './connection.ts';
import { lastLink, highestTime as timeOf } from './reads.ts';
import { statement } from './statement.ts';

/** How many rows are known at a time. */
const rowsKept = 4_096;

interface KnownRow {
  readonly revision: number;
  /** Null where only the revision was looked at. */
  readonly body: string | null;
}

/** What stands at the end of a workspace. */
interface Head {
  link: ChainLink | null;
  time: number;
}

/**
 * What the connection that writes knows of the file, so that it compares most batches without reading. It holds as long as
 * nobody else has written: whoever begins a transaction asks the engine for that first, and forgets everything otherwise.
 */
export class Known {
  readonly #rows = new Map<string, KnownRow>();
  readonly #heads = new Map<string, Head>();
  #state = '';

  /** To be called inside a transaction that writes, before anything else. */
  refresh(connection: Connection): void {
    const state = stateOf(connection);
    if (state !== this.#state) this.forget();
    this.#state = state;
  }

  /** To be called at the end of a transaction, before its commit. */
  settle(connection: Connection): void {
    this.#state = stateOf(connection);
  }

  forget(): void {
    this.#rows.clear();
    this.#heads.clear();
    this.#state = '';
  }

  /** Whether a row is the one that was expected. */
  isAsExpected(
    connection: Connection,
    workspace: string,
    { kind, id, revision, body }: Expectation,
  ): boolean {
    const place = `${workspace} ${kind} ${id}`;
    let row = this.#rows.get(place);
    if (row === undefined || (body !== undefined && row.body === null)) {
      row =
        body === undefined
          ? { revision: connection.first(rowRevision, { workspace, kind, id })?.revision ?? 0, body: null }
          : (connection.first(rowWhole, { workspace, kind, id }) ?? { revision: 0, body: null });
      this.#keep(place, row);
    }
    return row.revision === revision && (body === undefined || row.body === body);
  }

  wrote(workspace: string, { kind, id, revision, body }: Row): void {
    this.#keep(`${workspace} ${kind} ${id}`, { revision, body });
  }

  head(connection: Connection, workspace: string): Head {
    const known = this.#heads.get(workspace);
    if (known !== undefined) return known;
    const head = { link: lastLink(connection, workspace), time: timeOf(connection, workspace) };
    if (this.#heads.size >= rowsKept) this.#heads.clear();
    this.#heads.set(workspace, head);
    return head;
  }

  #keep(place: string, row: KnownRow): void {
    if (this.#rows.size >= rowsKept) this.#rows.clear();
    this.#rows.set(place, row);
  }
}

type Place = { readonly workspace: string; readonly kind: string; readonly id: string };

const rowRevision = statement<Place, { revision: number }>(
  `select revision from row where workspace = :workspace and kind = :kind and id = :id`,
);

const rowWhole = statement<Place, { revision: number; body: string }>(
  `select revision, body from row where workspace = :workspace and kind = :kind and id = :id`,
);

/** The first number changes when another connection has written, the second when this one has. */
const changes = statement<object, { others: number; own: number }>(
  `select data_version as others, total_changes() as own from pragma_data_version`,
);

function stateOf(connection: Connection): string {
  const found = connection.first(changes, {});
  return `${found?.others} ${found?.own}`;
}
