import type { Ask, Deciding } from '../decide/deciding.ts';
import type { Work } from '../decide/work.ts';
import type { Expectation, RowKind } from '../ports/store.ts';
import type { Entities } from '../state/entities.ts';
import type { Flight } from './in-flight.ts';
import type { Found, View } from './view.ts';

/** What a decision saw: the rows it rests on, as they were. */
export interface Seen {
  readonly expectations: readonly Expectation[];
  /** Batches that are not answered yet and that it rests on. */
  readonly flights: ReadonlySet<Flight>;
  /** Whether it rests on a row that was not asked for now. */
  readonly remembers: boolean;
  /** Null where it was absent, undefined where nobody looked. */
  before(kind: RowKind, id: string): Entities[RowKind] | null | undefined;
}

type Entity = Entities[RowKind] | null;

/** Answers a decider's questions, with its own changes laid over what it reads, until it has decided. */
export async function runDecider<Value>(
  view: View,
  work: Work,
  deciding: Deciding<Value>,
): Promise<{ readonly value: Value; readonly seen: Seen }> {
  const answers = new Answers(view, work);
  let step = deciding.next();
  while (step.done !== true) {
    const answer = answers.to(step.value);
    step = deciding.next(answer instanceof Promise ? await answer : answer);
  }
  return { value: step.value, seen: answers.seen() };
}

class Answers {
  readonly #view: View;
  readonly #work: Work;
  readonly #rows = new Map<string, Found>();

  constructor(view: View, work: Work) {
    this.#view = view;
    this.#work = work;
  }

  /** At once where nobody has to be asked. */
  to(ask: Ask): Entity | readonly Entity[] | Promise<Entity | readonly Entity[]> {
    if ('many' in ask) return this.#many(ask.many, ask.filter);
    const { one: kind, id } = ask;
    const changed = this.#work.current(kind, id);
    if (changed !== null) return changed.entity;
    // What was seen once stays as it was seen; whether it still stands is asked at the commit.
    const known = this.#rows.get(placeOf(kind, id));
    if (known !== undefined) return known.entity;
    const found = this.#view.one(kind, id);
    return found instanceof Promise
      ? found.then((later) => this.#see(kind, id, later))
      : this.#see(kind, id, found);
  }

  seen(): Seen {
    const rows = this.#rows;
    const found = [...rows.values()];
    const flights = new Set<Flight>();
    for (const { flight } of found) if (flight !== null) flights.add(flight);
    return {
      expectations: found.map(({ expected }) => expected),
      flights,
      remembers: found.some(({ remembered }) => remembered),
      before: (kind, id) => rows.get(placeOf(kind, id))?.entity,
    };
  }

  async #many(kind: RowKind, filter: Extract<Ask, { many: RowKind }>['filter']): Promise<readonly Entity[]> {
    const listed = await this.#view.many(kind, filter);
    return listed.map((each) => this.#work.current(kind, each.id)?.entity ?? this.#see(kind, each.id, each));
  }

  #see(kind: RowKind, id: string, found: Found): Entity {
    const place = placeOf(kind, id);
    const known = this.#rows.get(place);
    if (known !== undefined) return known.entity;
    this.#rows.set(place, found);
    return found.entity;
  }
}

function placeOf(kind: RowKind, id: string): string {
  return `${kind} ${id}`;
}
