import type { Plain } from './entities.ts';
import { type LoggedBatch, LogWalk, rowDigest } from './log-walk.ts';
import type { RawStore } from './raw-store.ts';

/** One row before and after a batch, as plain JSON. */
export interface Change {
  readonly kind: string;
  readonly id: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown>;
}

export interface Batch extends LoggedBatch {
  readonly changes: readonly Change[];
}

/** What the oracle has seen of one workspace: a copy of its rows, built batch by batch from the log. */
export class Mirror {
  readonly #walk: LogWalk;
  readonly #rows = new Map<string, Map<string, Record<string, unknown>>>();
  #salt = '';

  constructor(workspace: string) {
    this.#walk = new LogWalk(workspace);
  }

  /** Hash of the newest link; empty before the first. */
  get head(): string {
    return this.#walk.head;
  }

  get batches(): number {
    return this.#walk.batches;
  }

  /** What salts the digests of this workspace's log. */
  get salt(): string {
    return this.#salt;
  }

  one<Kind extends keyof Plain>(kind: Kind, id: string): Plain[Kind] | null {
    return (this.#rows.get(kind)?.get(id) as Plain[Kind] | undefined) ?? null;
  }

  all<Kind extends keyof Plain>(kind: Kind): readonly Plain[Kind][] {
    return [...(this.#rows.get(kind)?.values() ?? [])] as unknown as readonly Plain[Kind][];
  }

  /**
   * Reads what was appended since the last look and compares the rows with what their events say. It has to be called
   * after every batch: a row is read as it is now.
   */
  async follow(store: RawStore, wrong: (what: string) => void): Promise<readonly Batch[]> {
    const batches: Batch[] = [];
    for (const logged of await this.#walk.next(store, wrong)) {
      const changes: Change[] = [];
      for (const claim of logged.head.rows) changes.push(await this.#apply(store, claim, wrong));
      batches.push({ ...logged, changes });
    }
    return batches;
  }

  /** Walks the log so far without a look at what came between, and takes the rows as they are now. */
  async adopt(store: RawStore, wrong: (what: string) => void): Promise<void> {
    await this.#walk.next(store, wrong);
    for (const { kind, id, body } of await store.rows()) {
      const entity = JSON.parse(body) as Record<string, unknown>;
      if (kind === 'workspace') this.#salt = String(entity.salt);
      const ofKind = this.#rows.get(kind) ?? new Map<string, Record<string, unknown>>();
      this.#rows.set(kind, ofKind.set(id, entity));
    }
  }

  async #apply(
    store: RawStore,
    claim: LoggedBatch['head']['rows'][number],
    wrong: (what: string) => void,
  ): Promise<Change> {
    const { kind, id } = claim;
    const raw = await store.row(kind, id);
    const ofKind = this.#rows.get(kind) ?? new Map<string, Record<string, unknown>>();
    this.#rows.set(kind, ofKind);
    const before = ofKind.get(id) ?? null;
    if (raw === null) {
      wrong(`log.rows: ${kind} ${id} is in the log and not in its table`);
      return { kind, id, before, after: before ?? {} };
    }
    const after = JSON.parse(raw.body) as Record<string, unknown>;
    if (kind === 'workspace') this.#salt = String(after.salt);
    if (raw.revision !== claim.revision || rowDigest(this.#salt, raw) !== claim.digest)
      wrong(`log.rows: ${kind} ${id} is not what the log says`);
    ofKind.set(id, after);
    return { kind, id, before, after };
  }
}
