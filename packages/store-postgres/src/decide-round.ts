import {
  type ChainLink,
  type CommitBatch,
  type CommitOutcome,
  chainLink,
  type Row,
  type StoredEvent,
} from '@cux/kernel';

/** A batch on its way, and the name under which this very try of it is written. */
export interface Waiting {
  readonly batch: CommitBatch;
  readonly writtenBy: string;
}

/** What a workspace ends with. */
export interface Head {
  readonly link: ChainLink | null;
  readonly highest: number;
}

/** What stands in the store, as far as a round asks. Texts that name a place are made by `placeOf`. */
export interface Standing {
  readonly heads: ReadonlyMap<string, Head>;
  /** Who wrote an answer that is there, by its place. */
  readonly answers: ReadonlyMap<string, string>;
  /** The revisions of rows that are there, by their place. */
  readonly revisions: ReadonlyMap<string, number>;
  /** The bodies of rows that are expected to the letter, by their place. */
  readonly bodies: ReadonlyMap<string, string>;
}

/** Everything that a round writes. */
export interface Writes {
  readonly rows: readonly (Row & { readonly workspace: string })[];
  readonly events: readonly (StoredEvent & { readonly workspace: string })[];
  readonly links: readonly (ChainLink & { readonly workspace: string })[];
  readonly answers: readonly (CommitBatch['answer'] & {
    readonly workspace: string;
    readonly written_by: string;
  })[];
  readonly times: readonly { readonly workspace: string; readonly highest: number }[];
}

export interface Round {
  /** In the order of the batches. */
  readonly outcomes: readonly CommitOutcome[];
  readonly writes: Writes;
}

/** Only the last part of a place may hold a space. */
export function placeOf(...parts: readonly string[]): string {
  return parts.join(' ');
}

/**
 * Compares each batch, in turn, with what stands and with what the batches before it write, as if each had a
 * transaction of its own: what comes later meets what came before.
 */
export function decideRound(round: readonly Waiting[], standing: Standing): Round {
  const book = new Book(standing);
  const outcomes = round.map((waiting) => book.enter(waiting));
  return { outcomes, writes: book.writes() };
}

class Book {
  readonly #standing: Standing;
  readonly #heads = new Map<string, Head>();
  readonly #rows = new Map<string, Row & { readonly workspace: string }>();
  readonly #answers = new Map<string, Writes['answers'][number]>();
  readonly #events: Writes['events'][number][] = [];
  readonly #links: Writes['links'][number][] = [];

  constructor(standing: Standing) {
    this.#standing = standing;
  }

  enter({ batch, writtenBy }: Waiting): CommitOutcome {
    const { workspace, answer } = batch;
    const place = placeOf(workspace, answer.scope, answer.key);
    const writer = this.#answers.get(place)?.written_by ?? this.#standing.answers.get(place);
    // Its own hand: an earlier try was stored, and only the word of it was lost.
    if (writer !== undefined) return { kind: writer === writtenBy ? 'committed' : 'key-taken' };
    if (this.#isStale(batch)) return { kind: 'stale' };
    const before = this.#head(workspace);
    const link = chainLink(workspace, before.link, batch.events);
    for (const row of batch.writes)
      this.#rows.set(placeOf(workspace, row.kind, row.id), { workspace, ...row });
    for (const [index, event] of batch.events.entries()) {
      this.#events.push({ workspace, sequence: link.first_sequence + index, batch: link.batch, ...event });
    }
    this.#links.push({ workspace, ...link });
    this.#answers.set(place, { workspace, ...answer, written_by: writtenBy });
    this.#heads.set(workspace, { link, highest: Math.max(before.highest, batch.time) });
    return { kind: 'committed' };
  }

  writes(): Writes {
    return {
      rows: [...this.#rows.values()],
      events: this.#events,
      links: this.#links,
      answers: [...this.#answers.values()],
      times: [...this.#heads].map(([workspace, { highest }]) => ({ workspace, highest })),
    };
  }

  #isStale({ workspace, valid_until, time, expectations }: CommitBatch): boolean {
    if (valid_until !== null && Math.max(this.#head(workspace).highest, time) >= valid_until) return true;
    return expectations.some(({ kind, id, revision, body }) => {
      const place = placeOf(workspace, kind, id);
      const written = this.#rows.get(place);
      const found = written?.revision ?? this.#standing.revisions.get(place) ?? 0;
      if (found !== revision) return true;
      return body !== undefined && (written?.body ?? this.#standing.bodies.get(place)) !== body;
    });
  }

  #head(workspace: string): Head {
    return this.#heads.get(workspace) ?? this.#standing.heads.get(workspace) ?? { link: null, highest: 0 };
  }
}
