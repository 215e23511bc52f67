import type { CommitBatch, CommitOutcome, Row, RowKind } from '../ports/store.ts';
import type { Entities } from '../state/entities.ts';
import type { Memory } from './memory.ts';

/** A batch with the entities that its rows are written from, in the order of its rows. */
export interface Parcel {
  readonly batch: CommitBatch;
  readonly entities: readonly Entities[RowKind][];
}

/** A batch that was handed to the store and is not answered yet. */
export interface Flight {
  readonly batch: CommitBatch;
  /** Resolves when the store has answered, also when that was a fault; true when the batch is stored. */
  readonly landed: Promise<boolean>;
}

/** A row that is on its way. */
export interface Held {
  readonly row: Row;
  readonly entity: Entities[RowKind];
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
 * store (see `Expectation`), and is made again when the row was not stored after all. What is stored is remembered.
 */
export class InFlight {
  readonly #spaces = new Map<string, Space>();
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Hands a batch to the store. */
  send(parcel: Parcel, commit: (batch: CommitBatch) => Promise<CommitOutcome>): Promise<CommitOutcome> {
    const { batch, entities } = parcel;
    const outcome = commit(batch);
    const space = this.#spaces.get(batch.workspace) ?? {
      rows: new Map(),
      keys: new Map(),
      flights: new Set(),
    };
    this.#spaces.set(batch.workspace, space);
    const flight: Flight = {
      batch,
      landed: outcome.then(
        ({ kind }) => this.#land(space, flight, entities, kind === 'committed'),
        () => this.#land(space, flight, entities, false),
      ),
    };
    for (const [nth, row] of batch.writes.entries()) {
      const entity = entities[nth];
      if (entity !== undefined) space.rows.set(placeOf(row.kind, row.id), { row, entity, flight });
    }
    space.keys.set(keyOf(batch.answer), flight);
    space.flights.add(flight);
    return outcome;
  }

  /** The command with the same key that is on its way. */
  sameKey(workspace: string, answer: { readonly scope: string; readonly key: string }): Flight | undefined {
    return this.#spaces.get(workspace)?.keys.get(keyOf(answer));
  }

  /** Whether one of the rows that a batch rests on has been written since by another one of this process. */
  hasMoved({ workspace, expectations }: CommitBatch): boolean {
    const rows = this.#spaces.get(workspace)?.rows;
    if (rows === undefined) return false;
    return expectations.some(({ kind, id, revision }) => {
      const held = rows.get(placeOf(kind, id));
      return held !== undefined && held.row.revision !== revision;
    });
  }

  /** Waits until everything of a workspace that is on its way has been answered. */
  async landed(workspace: string): Promise<void> {
    await Promise.all([...(this.#spaces.get(workspace)?.flights ?? [])].map((flight) => flight.landed));
  }

  /** The row, where it is on its way. */
  held(workspace: string, kind: RowKind, id: string): Held | undefined {
    return this.#spaces.get(workspace)?.rows.get(placeOf(kind, id));
  }

  /** Every row of a kind that is on its way. */
  ahead(workspace: string, kind: RowKind): readonly Held[] {
    const rows = this.#spaces.get(workspace)?.rows;
    return rows === undefined ? [] : [...rows.values()].filter((each) => each.row.kind === kind);
  }

  #land(space: Space, flight: Flight, entities: Parcel['entities'], stored: boolean): boolean {
    const { writes, answer, workspace, expectations } = flight.batch;
    if (!stored) this.#memory.forget(workspace, expectations);
    for (const [nth, { kind, id, revision }] of writes.entries()) {
      const entity = entities[nth];
      if (stored && entity !== undefined) this.#memory.keep(workspace, kind, id, { revision, entity });
      const place = placeOf(kind, id);
      if (space.rows.get(place)?.flight === flight) space.rows.delete(place);
    }
    const key = keyOf(answer);
    if (space.keys.get(key) === flight) space.keys.delete(key);
    space.flights.delete(flight);
    if (space.flights.size === 0) this.#spaces.delete(workspace);
    return stored;
  }
}

function placeOf(kind: RowKind, id: string): string {
  return `${kind} ${id}`;
}

/** Neither holds a space. */
function keyOf({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return `${scope} ${key}`;
}
