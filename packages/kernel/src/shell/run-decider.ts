import type { Ask, Deciding } from '../decide/deciding.ts';
import type { Work } from '../decide/work.ts';
import type { CommitBatch, Row, RowKind, StoreReader } from '../ports/store.ts';
import type { Entities } from '../state/entities.ts';
import { fromRow } from '../state/rows.ts';

/** What a decision saw: the rows it rests on, as they were. */
export interface Seen {
  readonly expectations: CommitBatch['expectations'];
  before(kind: RowKind, id: string): Entities[RowKind] | null;
}

/** Answers a decider's questions from the store, with its own changes laid over, until it has decided. */
export async function runDecider<Value>(
  store: StoreReader,
  workspace: string,
  work: Work,
  deciding: Deciding<Value>,
): Promise<{ readonly value: Value; readonly seen: Seen }> {
  const rows = new Map<string, { readonly kind: RowKind; readonly id: string; readonly row: Row | null }>();
  const see = (kind: RowKind, id: string, row: Row | null): Row | null => {
    const key = `${kind} ${id}`;
    const known = rows.get(key);
    if (known !== undefined) return known.row;
    rows.set(key, { kind, id, row });
    return row;
  };
  let step = deciding.next();
  while (step.done !== true) step = deciding.next(await answer(store, workspace, work, step.value, see));
  const seen: Seen = {
    expectations: [...rows.values()].map(({ kind, id, row }) => ({ kind, id, revision: row?.revision ?? 0 })),
    before: (kind, id) => {
      const row = rows.get(`${kind} ${id}`)?.row;
      return row === undefined || row === null ? null : fromRow(kind, row);
    },
  };
  return { value: step.value, seen };
}

async function answer(
  store: StoreReader,
  workspace: string,
  work: Work,
  ask: Ask,
  see: (kind: RowKind, id: string, row: Row | null) => Row | null,
): Promise<unknown> {
  if ('one' in ask) {
    const changed = work.current(ask.one, ask.id);
    if (changed !== null) return changed.entity;
    const row = see(ask.one, ask.id, await store.get(workspace, ask.one, ask.id));
    return row === null ? null : fromRow(ask.one, row);
  }
  const listed = await store.list(workspace, ask.many, ask.filter);
  return listed.map((row) => {
    const changed = work.current(ask.many, row.id);
    if (changed !== null) return changed.entity;
    const seen = see(ask.many, row.id, row);
    return fromRow(ask.many, seen ?? row);
  });
}
