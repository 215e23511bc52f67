import type { CommitBatch, CommitOutcome, Row, RowKind, StoreReader } from '../ports/store.ts';

/** A batch that was handed to the store and is not answered yet. */
export interface Flight {
  readonly batch: CommitBatch;
  /** Resolves when the store has answered, also when that was a fault; true when the batch is stored. */
  readonly landed: Promise<boolean>;
}

/** Rows as a decision reads them, and whose they are where they are not stored yet. */
export interface View extends Pick<StoreReader, 'get' | 'list'> {
  /** The batch in flight that this row comes from; undefined for a stored one. */
  source(kind: RowKind, id: string): Flight | undefined;
}

type Filter = NonNullable<Parameters<StoreReader['list']>[2]>;

interface Held {
  readonly row: Row;
  readonly flight: Flight;
}

interface Space {
  readonly rows: Map<string, Held>;
  readonly keys: Map<string, Flight>;
  readonly flights: Set<Flight>;
}

/**
 * What the commands of this process have handed to the store, until it has answered: laid over what is stored, so that
 * the next command is decided on it without waiting for the disk. A decision that rests on such a row says so to the
 * store (see `Expectation`), and is made again when the row was not stored after all.
 */
export class InFlight {
  readonly #spaces = new Map<string, Space>();

  /** Hands a batch to the store. */
  send(batch: CommitBatch, commit: (batch: CommitBatch) => Promise<CommitOutcome>): Promise<CommitOutcome> {
    const outcome = commit(batch);
    const flight: Flight = {
      batch,
      landed: outcome.then(
        ({ kind }) => kind === 'committed',
        () => false,
      ),
    };
    const space = this.#spaces.get(batch.workspace) ?? {
      rows: new Map(),
      keys: new Map(),
      flights: new Set(),
    };
    this.#spaces.set(batch.workspace, space);
    for (const row of batch.writes) space.rows.set(placeOf(row.kind, row.id), { row, flight });
    space.keys.set(keyOf(batch.answer), flight);
    space.flights.add(flight);
    void flight.landed.then(() => this.#land(space, flight));
    return outcome;
  }

  /** The command with the same key that is on its way. */
  sameKey(workspace: string, answer: { readonly scope: string; readonly key: string }): Flight | undefined {
    return this.#spaces.get(workspace)?.keys.get(keyOf(answer));
  }

  /** Whether one of the rows that a batch rests on has been written since by another one of this process. */
  hasMoved({ workspace, expectations }: CommitBatch): boolean {
    const rows = this.#spaces.get(workspace)?.rows;
    return expectations.some(({ kind, id, revision }) => {
      const held = rows?.get(placeOf(kind, id));
      return held !== undefined && held.row.revision !== revision;
    });
  }

  /** Waits until everything of a workspace that is on its way has been answered. */
  async landed(workspace: string): Promise<void> {
    await Promise.all([...(this.#spaces.get(workspace)?.flights ?? [])].map((flight) => flight.landed));
  }

  view(store: StoreReader): View {
    const seen = new Map<string, Flight>();
    const held = (workspace: string, kind: RowKind, id: string): Row | undefined => {
      const found = this.#spaces.get(workspace)?.rows.get(placeOf(kind, id));
      if (found !== undefined) seen.set(placeOf(kind, id), found.flight);
      return found?.row;
    };
    return {
      get: async (workspace, kind, id) => held(workspace, kind, id) ?? (await store.get(workspace, kind, id)),
      list: async (workspace, kind, filter = {}) => {
        // Taken before the store is read: what lands meanwhile is then seen twice rather than not at all.
        const ahead = [...(this.#spaces.get(workspace)?.rows.values() ?? [])].filter(
          (each) => each.row.kind === kind,
        );
        const stored = await store.list(workspace, kind, filter);
        if (ahead.length === 0) return stored;
        const shadowed = new Set(ahead.map(({ row }) => row.id));
        const rows = stored.filter((row) => !shadowed.has(row.id));
        for (const { row, flight } of ahead) {
          if (!matches(row, filter)) continue;
          seen.set(placeOf(kind, row.id), flight);
          rows.push(row);
        }
        return rows.sort((left, right) => (left.id < right.id ? -1 : 1));
      },
      source: (kind, id) => seen.get(placeOf(kind, id)),
    };
  }

  #land(space: Space, flight: Flight): void {
    const { writes, answer, workspace } = flight.batch;
    for (const { kind, id } of writes) {
      if (space.rows.get(placeOf(kind, id))?.flight === flight) space.rows.delete(placeOf(kind, id));
    }
    if (space.keys.get(keyOf(answer)) === flight) space.keys.delete(keyOf(answer));
    space.flights.delete(flight);
    if (space.flights.size === 0) this.#spaces.delete(workspace);
  }
}

function placeOf(kind: RowKind, id: string): string {
  return `${kind} ${id}`;
}

/** Neither holds a space. */
function keyOf({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return `${scope} ${key}`;
}

function matches(row: Row, { states, parent_id, subject_digest }: Filter): boolean {
  return (
    (states === undefined || states.includes(row.state)) &&
    (parent_id === undefined || row.parent_id === parent_id) &&
    (subject_digest === undefined || row.subject_digest === subject_digest)
  );
}
