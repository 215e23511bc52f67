import { canonicalForm } from '@cux/contracts';
import type { EventDraft, RowKind } from '../ports/store.ts';
import { descriptions, type Entities } from '../state/entities.ts';

type Changeable = Exclude<RowKind, 'evidence' | 'usage' | 'session-event' | 'profile-revision'>;
type Facts = Readonly<Record<string, string | number | boolean | null>>;

export interface Change {
  readonly kind: RowKind;
  readonly id: string;
  /** The revision that it was decided on; 0 when the row is new. */
  readonly base: number;
  readonly entity: Entities[RowKind];
}

/**
 * What one decision changes, collected: rows, events, and until when the decision holds. However often a row is
 * changed in one decision, its revision rises by one.
 */
export class Work {
  readonly #changes = new Map<string, Change>();
  readonly #events: EventDraft[] = [];
  readonly #marks: EventDraft[] = [];
  #validUntil: number | null = null;

  create<Kind extends RowKind>(kind: Kind, entity: Entities[Kind]): Entities[Kind] {
    const id = descriptions[kind].id(entity);
    this.#changes.set(keyOf(kind, id), { kind, id, base: 0, entity });
    return entity;
  }

  change<Kind extends Changeable>(
    kind: Kind,
    entity: Entities[Kind],
    patch: Partial<Entities[Kind]>,
  ): Entities[Kind] {
    const id = descriptions[kind].id(entity);
    const base = this.#changes.get(keyOf(kind, id))?.base ?? descriptions[kind].revision(entity);
    const guard = kind === 'record' ? { version: base + 1 } : { revision: base + 1 };
    const next = { ...entity, ...patch, ...guard };
    this.#changes.set(keyOf(kind, id), { kind, id, base, entity: next });
    return next;
  }

  /** Adds an event: a noun-verb kind, ids, enums and numbers; never content, a reason or observed text. */
  event(kind: string, facts: Facts): void {
    this.#events.push({ kind, body: canonicalForm(facts) });
  }

  /** Adds the event that a refusal leaves on purpose: alone of all events, it is kept where no row is. */
  mark(kind: string, facts: Facts): void {
    this.#marks.push({ kind, body: canonicalForm(facts) });
  }

  /** The decision rests on something that ends at this time, in milliseconds. */
  holdsUntil(time: number): void {
    this.#validUntil = this.#validUntil === null ? time : Math.min(this.#validUntil, time);
  }

  current(kind: RowKind, id: string): Change | null {
    return this.#changes.get(keyOf(kind, id)) ?? null;
  }

  get changes(): readonly Change[] {
    return [...this.#changes.values()];
  }

  get events(): readonly EventDraft[] {
    return this.#events;
  }

  get marks(): readonly EventDraft[] {
    return this.#marks;
  }

  get validUntil(): number | null {
    return this.#validUntil;
  }
}

function keyOf(kind: RowKind, id: string): string {
  return `${kind} ${id}`;
}
