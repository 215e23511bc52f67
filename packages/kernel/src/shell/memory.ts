import type { RowKind } from '../ports/store.ts';
import type { Entities } from '../state/entities.ts';

/** A row as this process read or wrote it last; that it was not there is known as well. */
export interface Remembered {
  /** 0: absent. */
  readonly revision: number;
  readonly entity: Entities[RowKind] | null;
}

/** How many rows are remembered at least once they were asked for; at most twice as many are. */
const rowsKept = 1_024;

/** How many decisions of a workspace rest on nothing remembered, once a row of it had been moved by somebody else. */
const doubtful = 64;

/** Written once and hardly ever asked for by name. */
const passing: ReadonlySet<RowKind> = new Set<RowKind>(['evidence', 'usage', 'session-event']);

/**
 * What this process knows of stored rows. Another process may have moved on meanwhile, so whoever rests on it has to have it
 * compared: an accepted decision by the store, which compares each row's revision at the commit; every other by being made
 * again without it. Nobody changes an entity in place, so it is handed out as it is.
 */
export class Memory {
  #newer = new Map<string, Remembered>();
  #older = new Map<string, Remembered>();
  readonly #doubts = new Map<string, number>();
  #incarnation = 0;

  /**
   * Whether a decision that begins now does well to rest on it: not where somebody else is at work.
   *
   * @param incarnation the store's own; everything is forgotten when it is another one than before
   */
  isTrusted(workspace: string, incarnation: number): boolean {
    if (incarnation !== this.#incarnation) {
      this.#incarnation = incarnation;
      this.clear();
    }
    const left = this.#doubts.get(workspace);
    if (left === undefined) return true;
    if (left > 1) this.#doubts.set(workspace, left - 1);
    else this.#doubts.delete(workspace);
    return false;
  }

  recall(workspace: string, kind: RowKind, id: string): Remembered | undefined {
    const place = placeOf(workspace, kind, id);
    const newer = this.#newer.get(place);
    if (newer !== undefined) return newer;
    const older = this.#older.get(place);
    if (older !== undefined) this.#put(place, older);
    return older;
  }

  /** Revisions only rise, so what is lower was overtaken while it was under way. */
  keep(workspace: string, kind: RowKind, id: string, row: Remembered): void {
    if (passing.has(kind)) return;
    const place = placeOf(workspace, kind, id);
    const known = this.#newer.get(place) ?? this.#older.get(place);
    if (known === undefined || known.revision < row.revision) this.#put(place, row);
  }

  /** To be told when a batch that rests on these was not stored. */
  forget(workspace: string, rows: readonly { readonly kind: RowKind; readonly id: string }[]): void {
    this.#doubts.set(workspace, doubtful);
    for (const { kind, id } of rows) {
      const place = placeOf(workspace, kind, id);
      this.#newer.delete(place);
      this.#older.delete(place);
    }
  }

  clear(): void {
    this.#newer.clear();
    this.#older.clear();
  }

  #put(place: string, row: Remembered): void {
    if (this.#newer.size >= rowsKept) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(place, row);
  }
}

function placeOf(workspace: string, kind: RowKind, id: string): string {
  return `${workspace} ${kind} ${id}`;
}
