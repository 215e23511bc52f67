import type { Ask, Deciding } from '../decide/deciding.ts';
import type { Work } from '../decide/work.ts';
import type { Expectation, Row, RowKind } from '../ports/store.ts';
import type { Entities } from '../state/entities.ts';
import { fromRow } from '../state/rows.ts';
import type { Flight, View } from './in-flight.ts';

/** What a decision saw: the rows it rests on, as they were. */
export interface Seen {
  readonly expectations: readonly Expectation[];
  /** Batches that are not answered yet and that it rests on. */
  readonly flights: ReadonlySet<Flight>;
  before(kind: RowKind, id: string): Entities[RowKind] | null;
}

interface SeenRow {
  /** Read once: nobody changes an entity in place. */
  readonly entity: Entities[RowKind] | null;
  readonly expected: Expectation;
}

type See = (kind: RowKind, id: string, row: Row | null) => Entities[RowKind] | null;

/** Answers a decider's questions, with its own changes laid over what it reads, until it has decided. */
export async function runDecider<Value>(
  view: View,
  workspace: string,
  work: Work,
  deciding: Deciding<Value>,
): Promise<{ readonly value: Value; readonly seen: Seen }> {
  const rows = new Map<string, SeenRow>();
  const flights = new Set<Flight>();
  const see: See = (kind, id, row) => {
    const key = `${kind} ${id}`;
    const known = rows.get(key);
    if (known !== undefined) return known.entity;
    const flight = row === null ? undefined : view.source(kind, id);
    if (flight !== undefined) flights.add(flight);
    const body = flight === undefined || row === null ? {} : { body: row.body };
    const entity = row === null ? null : fromRow(kind, row);
    rows.set(key, { entity, expected: { kind, id, revision: row?.revision ?? 0, ...body } });
    return entity;
  };
  let step = deciding.next();
  while (step.done !== true) step = deciding.next(await answer(view, workspace, work, step.value, see, rows));
  const seen: Seen = {
    expectations: [...rows.values()].map(({ expected }) => expected),
    flights,
    before: (kind, id) => rows.get(`${kind} ${id}`)?.entity ?? null,
  };
  return { value: step.value, seen };
}

async function answer(
  view: View,
  workspace: string,
  work: Work,
  ask: Ask,
  see: See,
  rows: ReadonlyMap<string, SeenRow>,
): Promise<unknown> {
  if ('one' in ask) {
    const changed = work.current(ask.one, ask.id);
    if (changed !== null) return changed.entity;
    // What was seen once stays as it was seen; whether it still stands is asked at the commit.
    const known = rows.get(`${ask.one} ${ask.id}`);
    if (known !== undefined) return known.entity;
    return see(ask.one, ask.id, await view.get(workspace, ask.one, ask.id));
  }
  const listed = await view.list(workspace, ask.many, ask.filter);
  return listed.map((row) => work.current(ask.many, row.id)?.entity ?? see(ask.many, row.id, row));
}
