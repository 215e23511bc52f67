import type { Expectation, Row, RowKind, Store } from '../ports/store.ts';
import type { Entities } from '../state/entities.ts';
import { fromRow } from '../state/rows.ts';
import type { Flight, Held, InFlight } from './in-flight.ts';
import type { Memory } from './memory.ts';

/** A row as a decision sees it, and what it rests on with it. */
export interface Found {
  readonly entity: Entities[RowKind] | null;
  readonly expected: Expectation;
  /** The batch in flight that it comes from; null for a stored one. */
  readonly flight: Flight | null;
  /** Whether it was not asked for now. */
  readonly remembered: boolean;
}

type Filter = NonNullable<Parameters<Store['list']>[2]>;

/** Where a view looks: in this order. */
interface Sources {
  readonly inFlight: InFlight;
  readonly memory: Memory;
  readonly store: Store;
}

/** The rows of a workspace as one decision reads them: what is on its way, laid over what is stored. */
export class View {
  readonly #sources: Sources;
  readonly #workspace: string;
  readonly #recalls: boolean;

  /** @param recalls whether a row that was read or written earlier may stand for the stored one */
  constructor(sources: Sources, workspace: string, recalls: boolean) {
    this.#sources = sources;
    this.#workspace = workspace;
    this.#recalls = recalls;
  }

  /** At once where nobody has to be asked. */
  one(kind: RowKind, id: string): Found | Promise<Found> {
    const { inFlight, memory } = this.#sources;
    const held = inFlight.held(this.#workspace, kind, id);
    if (held !== undefined) return onItsWay(held);
    const known = this.#recalls ? memory.recall(this.#workspace, kind, id) : undefined;
    if (known === undefined) return this.#stored(kind, id);
    const { entity, revision } = known;
    return { entity, expected: { kind, id, revision }, flight: null, remembered: true };
  }

  async many(kind: RowKind, filter: Filter): Promise<readonly (Found & { readonly id: string })[]> {
    // Taken before the store is read: what lands meanwhile is then seen twice rather than not at all.
    const ahead = this.#sources.inFlight.ahead(this.#workspace, kind);
    const stored = await this.#sources.store.list(this.#workspace, kind, filter);
    const shadowed = new Set(ahead.map(({ row }) => row.id));
    const found = [
      ...stored
        .filter(({ id }) => !shadowed.has(id))
        .map((row) => ({ id: row.id, ...this.#known(kind, row) })),
      ...ahead
        .filter(({ row }) => matches(row, filter))
        .map((held) => ({ id: held.row.id, ...onItsWay(held) })),
    ];
    return ahead.length === 0 ? found : found.sort((left, right) => (left.id < right.id ? -1 : 1));
  }

  async #stored(kind: RowKind, id: string): Promise<Found> {
    const { store, memory } = this.#sources;
    const row = await store.get(this.#workspace, kind, id);
    const found = row === null ? absent(kind, id) : this.#known(kind, row);
    const { entity, expected } = found;
    memory.keep(this.#workspace, kind, id, { revision: expected.revision, entity });
    return found;
  }

  /** A row that was just read. One of a known revision is the known one: a revision is given once. */
  #known(kind: RowKind, row: Row): Found {
    const { memory } = this.#sources;
    const { id, revision } = row;
    const known = memory.recall(this.#workspace, kind, id);
    const entity = known?.revision === revision && known.entity !== null ? known.entity : fromRow(kind, row);
    return { entity, expected: { kind, id, revision }, flight: null, remembered: false };
  }
}

function absent(kind: RowKind, id: string): Found {
  return { entity: null, expected: { kind, id, revision: 0 }, flight: null, remembered: false };
}

/** What is on its way is expected to the letter. */
function onItsWay({ row, entity, flight }: Held): Found {
  const { kind, id, revision, body } = row;
  return { entity, expected: { kind, id, revision, body }, flight, remembered: false };
}

function matches(row: Row, { states, parent_id, subject_digest }: Filter): boolean {
  return (
    (states === undefined || states.includes(row.state)) &&
    (parent_id === undefined || row.parent_id === parent_id) &&
    (subject_digest === undefined || row.subject_digest === subject_digest)
  );
}
