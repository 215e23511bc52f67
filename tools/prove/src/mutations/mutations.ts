import type Database from 'better-sqlite3';
import { digestIn } from '../oracle/canonical.ts';
import type { RawEvent, RawLink } from '../oracle/raw-store.ts';
import type { Chance } from '../random/seeded.ts';
import { workspace } from './small-log.ts';

/** One change behind the kernel's back, by plain SQL. Answers what it did; null where it would have changed nothing. */
export type Mutation = (database: Database.Database, chance: Chance) => string | null;

type Cell = string | number | null;

interface Table {
  readonly name: string;
  readonly keys: readonly string[];
  readonly columns: readonly string[];
}

const tables: Readonly<Record<string, Table>> = {
  event: { name: 'event', keys: ['sequence'], columns: ['sequence', 'batch', 'kind', 'body'] },
  link: {
    name: 'link',
    keys: ['batch'],
    columns: ['batch', 'first_sequence', 'last_sequence', 'previous_hash', 'hash'],
  },
  row: {
    name: 'row',
    keys: ['kind', 'id'],
    columns: ['kind', 'id', 'revision', 'state', 'parent_id', 'subject_digest', 'body'],
  },
  answer: { name: 'answer', keys: ['scope', 'key'], columns: ['scope', 'key', 'command_digest', 'answer'] },
};

function rowsOf(database: Database.Database, { name, columns }: Table): readonly Record<string, Cell>[] {
  const sql = `select ${columns.map((each) => `"${each}"`).join(', ')} from "${name}" where workspace = ?`;
  return database.prepare(sql).all(workspace) as Record<string, Cell>[];
}

function at({ keys }: Table): string {
  return keys.map((key) => `"${key}" = ?`).join(' and ');
}

/** Another value of the same type: one character, or one more or less. */
function changed(value: Cell, chance: Chance): Cell {
  if (value === null) return 'x';
  if (typeof value === 'number') return value + (chance.happens(0.5) ? 1 : -1);
  const place = chance.below(Math.max(value.length, 1));
  const letters = '0123456789abcdefghijklmnopqrstuvwxyz {}":,';
  const letter = letters.charAt(chance.below(letters.length));
  if (chance.happens(0.2)) return value.slice(0, place) + value.slice(place + 1);
  return value.slice(0, place) + letter + value.slice(place + (chance.happens(0.5) ? 1 : 0));
}

const changeCell =
  (table: Table): Mutation =>
  (database, chance) => {
    const row = chance.pick(rowsOf(database, table));
    const column = chance.pick(table.columns);
    if (row === undefined || column === undefined) return null;
    const before = row[column] ?? null;
    const after = changed(before, chance);
    if (after === before) return null;
    const keys = table.keys.map((key) => row[key]);
    database
      .prepare(`update "${table.name}" set "${column}" = ? where workspace = ? and ${at(table)}`)
      .run(after, workspace, ...keys);
    return `${table.name} ${keys.join(' ')}: ${column} changed`;
  };

const removeRow =
  (table: Table): Mutation =>
  (database, chance) => {
    const row = chance.pick(rowsOf(database, table));
    if (row === undefined) return null;
    const keys = table.keys.map((key) => row[key]);
    database
      .prepare(`delete from "${table.name}" where workspace = ? and ${at(table)}`)
      .run(workspace, ...keys);
    return `${table.name} ${keys.join(' ')} removed`;
  };

/** Two rows exchange all but their keys. */
const swapRows =
  (table: Table): Mutation =>
  (database, chance) => {
    const rows = rowsOf(database, table);
    const [left, right] = [chance.pick(rows), chance.pick(rows)];
    if (left === undefined || right === undefined) return null;
    const columns = table.columns.filter((column) => !table.keys.includes(column));
    if (columns.every((column) => left[column] === right[column])) return null;
    const set = columns.map((column) => `"${column}" = ?`).join(', ');
    const update = database.prepare(`update "${table.name}" set ${set} where workspace = ? and ${at(table)}`);
    const values = (row: Record<string, Cell>) => columns.map((column) => row[column] ?? null);
    const keys = (row: Record<string, Cell>) => table.keys.map((key) => row[key]);
    update.run(...values(left), workspace, ...keys(right));
    update.run(...values(right), workspace, ...keys(left));
    return `${table.name} ${keys(left).join(' ')} and ${keys(right).join(' ')} swapped`;
  };

/** A copy of a row under another key. */
const insertRow =
  (table: Table): Mutation =>
  (database, chance) => {
    const rows = rowsOf(database, table);
    const row = chance.pick(rows);
    if (row === undefined) return null;
    const last = table.keys.at(-1) ?? '';
    const value = row[last] ?? null;
    const fresh = typeof value === 'number' ? rows.length + 1 + chance.below(3) : `${value}-copy`;
    const copy: Record<string, Cell> = { ...row, [last]: fresh };
    const names = table.columns.map((column) => `"${column}"`).join(', ');
    const marks = table.columns.map(() => '?').join(', ');
    database
      .prepare(`insert into "${table.name}" (workspace, ${names}) values (?, ${marks})`)
      .run(workspace, ...table.columns.map((column) => copy[column] ?? null));
    return `${table.name} ${fresh} inserted`;
  };

/** Somebody rewrites an event that names no row, and computes the whole chain again from there. */
const forgeChain: Mutation = (database, chance) => {
  const events = rowsOf(database, tables.event as Table) as unknown as RawEvent[];
  const links = rowsOf(database, tables.link as Table) as unknown as RawLink[];
  const told = chance.pick(events.filter(({ kind }) => !kind.startsWith('command-')));
  if (told === undefined) return null;
  const forged = events.map((event) =>
    event.sequence === told.sequence ? { ...event, kind: `${event.kind}-not` } : event,
  );
  database
    .prepare('update event set kind = ? where workspace = ? and sequence = ?')
    .run(`${told.kind}-not`, workspace, told.sequence);
  let previous_hash = digestIn('cux/genesis', { workspace });
  for (const { batch, first_sequence, last_sequence } of links) {
    const own = forged.filter((event) => event.batch === batch);
    const digests = own.map(({ sequence, kind, body }) =>
      digestIn('cux/event', { sequence, batch, kind, body }),
    );
    const place = { previous_hash, batch, first_sequence, last_sequence };
    const hash = digestIn('cux/link', { ...place, events: digests });
    database
      .prepare('update link set previous_hash = ?, hash = ? where workspace = ? and batch = ?')
      .run(previous_hash, hash, workspace, batch);
    previous_hash = hash;
  }
  return `event ${told.sequence} rewritten and the chain computed again`;
};

const moveTime: Mutation = (database, chance) => {
  const by = 1 + chance.below(1_000_000);
  database
    .prepare('update workspace_time set highest = highest + ? where workspace = ?')
    .run(chance.happens(0.5) ? by : -by, workspace);
  return 'the highest time moved';
};

/** Every kind of change, by name. */
export const mutations: Readonly<Record<string, Mutation>> = {
  ...Object.fromEntries(
    Object.entries(tables).flatMap(([name, table]) => [
      [`${name} changed`, changeCell(table)],
      [`${name} removed`, removeRow(table)],
      [`${name}s swapped`, swapRows(table)],
      [`${name} inserted`, insertRow(table)],
    ]),
  ),
  'chain forged': forgeChain,
  'time moved': moveTime,
};
