import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '@cux/store-sqlite';
import Database from 'better-sqlite3';
import { Callers, kernelOver } from './callers.ts';
import { type Figure, median, times } from './figures.ts';
import type { Effort } from './transitions.ts';

/**
 * What a transition costs in a large database, against one of a few rows (a thousand, as a rule): the same callers, in turns. The large one is
 * made from rows that real commands wrote, put in again under other names of the same length, in the same workspace.
 */
export async function growth(effort: Effort, rows: number, least = 1_000): Promise<Figure> {
  const small = join(effort.folder, 'small.sqlite');
  const large = join(effort.folder, 'large.sqlite');
  await fill(small, least);
  cpSync(small, large);
  multiply(large, rows, least);
  const stores = await Promise.all([small, large].map((path) => openSqliteStore({ path })));
  const [few, many] = stores.map((store) => new Callers(store, kernelOver(store), 16, 'later'));
  const ratios: number[] = [];
  for (let nth = 0; nth <= effort.rounds; nth += 1) {
    const fast = (await few?.rate(effort.roundMs)) ?? 0;
    const slow = (await many?.rate(effort.roundMs)) ?? 0;
    // The first round warms up.
    if (nth > 0) ratios.push(fast / slow);
  }
  for (const store of stores) await store.close();
  return {
    what: 'cost of a transition, SQLite, 16 callers',
    measured: `at ${rows.toLocaleString('en')} rows, events and answers each, against ${least.toLocaleString('en')}`,
    ratio: times(median(ratios)),
    asked: '≤ 2 × at 1,000,000',
  };
}

async function fill(path: string, rows: number): Promise<void> {
  const store = await openSqliteStore({ path });
  const callers = new Callers(store, kernelOver(store), 4, 'filled');
  while (count(path, 'row') < rows) await callers.send(100);
  await store.close();
}

function count(path: string, table: string): number {
  const database = new Database(path, { readonly: true });
  try {
    return Number(database.prepare(`select count(*) from ${table}`).pluck().get());
  } finally {
    database.close();
  }
}

/** Brings rows, answers, events and links up to a number each; only the newest link has to be a real one. */
function multiply(path: string, rows: number, least: number): void {
  const database = new Database(path);
  const copies = Math.ceil(rows / least) - 1;
  database.pragma('synchronous = off');
  database.exec(`create temp table rows as select * from row where kind <> 'workspace' limit ${least}`);
  database.exec(`create temp table answers as select * from answer limit ${least}`);
  const { sequence, batch } = database
    .prepare('select max(last_sequence) as sequence, max(batch) as batch from link')
    .get() as { sequence: number; batch: number };
  const write = database.transaction((copy: number) => {
    const mark = String(copy).padStart(6, '0');
    database
      .prepare(
        `insert into row select workspace, kind, id || '~' || ?, revision, state, parent_id || '~' || ?,
           subject_digest || '~' || ?, body from rows`,
      )
      .run(mark, mark, mark);
    database
      .prepare(
        `insert into answer select workspace, scope, key || '~' || ?, command_digest, answer from answers`,
      )
      .run(mark);
  });
  for (let copy = 1; copy <= copies; copy += 1) write(copy);
  lengthenLog(database, sequence, batch, copies);
  database.close();
}

/** The old log moves to the end, and what is put before it has its form. */
function lengthenLog(database: Database.Database, sequence: number, batch: number, copies: number): void {
  const further = sequence * copies;
  const batches = batch * copies;
  database.exec(`
    create temp table events as select * from event;
    create temp table links as select * from link;
    delete from event; delete from link;
  `);
  const event = database.prepare(
    `insert into event select workspace, sequence + ?, batch + ?, kind, body from events`,
  );
  const link = database.prepare(
    `insert into link select workspace, batch + ?, first_sequence + ?, last_sequence + ?, previous_hash, hash from links`,
  );
  const write = database.transaction((copy: number) => {
    event.run(sequence * copy, batch * copy);
    link.run(batch * copy, sequence * copy, sequence * copy);
  });
  for (let copy = 0; copy < copies; copy += 1) write(copy);
  database.transaction(() => {
    event.run(further, batches);
    link.run(batches, further, further);
  })();
}
