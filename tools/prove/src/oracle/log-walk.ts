import { digestIn } from './canonical.ts';
import type { RawEvent, RawLink, RawRow, RawStore } from './raw-store.ts';

/** The first event of a batch: the command that made it. */
export interface BatchHead {
  readonly time: number;
  readonly command: string;
  readonly rule: string | null;
  readonly scope: string;
  readonly key: string;
  readonly command_digest: string;
  readonly answer_digest: string;
  readonly rows: readonly {
    readonly kind: string;
    readonly id: string;
    readonly revision: number;
    readonly digest: string;
  }[];
}

export interface LoggedBatch {
  readonly link: RawLink;
  readonly head: BatchHead;
}

/** Walks the raw log of one workspace from its beginning and recomputes every link. */
export class LogWalk {
  readonly #workspace: string;
  #last: RawLink | null = null;

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** Hash of the newest link; empty before the first. */
  get head(): string {
    return this.#last?.hash ?? '';
  }

  get batches(): number {
    return this.#last?.batch ?? 0;
  }

  /** What was appended since the last look. What does not fit together is told to `wrong`. */
  async next(store: RawStore, wrong: (what: string) => void): Promise<readonly LoggedBatch[]> {
    const links = await store.links(this.#last?.batch ?? 0);
    if (links.length === 0) return [];
    const events = await store.events(this.#last?.last_sequence ?? 0);
    const batches: LoggedBatch[] = [];
    let taken = 0;
    for (const link of links) {
      const count = link.last_sequence - link.first_sequence + 1;
      const own = events.slice(taken, taken + count);
      taken += count;
      this.#check(link, own, wrong);
      this.#last = link;
      batches.push({ link, head: JSON.parse(own[0]?.body ?? '{"rows":[]}') as BatchHead });
    }
    if (taken !== events.length) wrong('log.chain: an event stands outside every link');
    return batches;
  }

  #check(link: RawLink, events: readonly RawEvent[], wrong: (what: string) => void): void {
    const batch = (this.#last?.batch ?? 0) + 1;
    const first = (this.#last?.last_sequence ?? 0) + 1;
    const previous = this.#last?.hash ?? digestIn('cux/genesis', { workspace: this.#workspace });
    const digests = events.map(({ sequence, kind, body }) =>
      digestIn('cux/event', { sequence, batch, kind, body }),
    );
    const { last_sequence } = link;
    const place = { previous_hash: previous, batch, first_sequence: first, last_sequence };
    const fits =
      link.batch === batch &&
      link.first_sequence === first &&
      link.previous_hash === previous &&
      link.hash === digestIn('cux/link', { ...place, events: digests }) &&
      events.every((event, index) => event.batch === batch && event.sequence === first + index);
    if (!fits) wrong(`log.chain: link ${link.batch} does not follow from its events and the link before`);
  }
}

/** The salted digest of a row, as it stands in the log. */
export function rowDigest(salt: string, raw: RawRow): string {
  const { kind, id, revision, state, parent_id, subject_digest, body } = raw;
  return digestIn('cux/logged-row', {
    salt,
    value: { kind, id, revision, state, parent_id, subject_digest, body },
  });
}
