import { join } from 'node:path';
import type { Store } from '@cux/kernel';
import { openPostgresStore } from '@cux/store-postgres';
import { openSqliteStore } from '@cux/store-sqlite';
import { startPostgres } from '@cux/store-suite/postgres';
import { Callers, kernelOver } from './callers.ts';
import { syncRate } from './disk.ts';
import { type Figure, median, perSecond, times } from './figures.ts';

export interface Effort {
  readonly folder: string;
  readonly rounds: number;
  readonly roundMs: number;
}

interface Round {
  readonly disk: number;
  readonly one: number;
  readonly many: number;
  readonly postgres: number | null;
}

/** Whole transitions in rounds: in each, the disk and every candidate take their turn. */
export async function transitions(effort: Effort, withPostgres: boolean): Promise<readonly Figure[]> {
  const server = withPostgres ? await startPostgres() : null;
  const stores: Store[] = [];
  const callers = async (store: Promise<Store>, count: number): Promise<Callers> => {
    const opened = await store;
    stores.push(opened);
    const made = new Callers(opened, kernelOver(opened), count, 'callers');
    await made.rate(effort.roundMs / 4);
    return made;
  };
  try {
    const one = await callers(openSqliteStore({ path: join(effort.folder, 'one.sqlite') }), 1);
    const many = await callers(openSqliteStore({ path: join(effort.folder, 'many.sqlite') }), 64);
    const postgres = server === null ? null : await callers(openPostgresStore({ url: server.url }), 64);
    const rounds: Round[] = [];
    for (let nth = 0; nth < effort.rounds; nth += 1) rounds.push(await round(effort, one, many, postgres));
    return figures(rounds);
  } finally {
    for (const store of stores) await store.close();
    await server?.remove();
  }
}

async function round(effort: Effort, one: Callers, many: Callers, postgres: Callers | null): Promise<Round> {
  const half = effort.roundMs / 4;
  const before = syncRate(effort.folder, half);
  const rates = {
    one: await one.rate(effort.roundMs),
    many: await many.rate(effort.roundMs),
    postgres: postgres === null ? null : await postgres.rate(effort.roundMs),
  };
  return { ...rates, disk: (before + syncRate(effort.folder, half)) / 2 };
}

function figures(rounds: readonly Round[]): readonly Figure[] {
  const line = (what: string, rate: (round: Round) => number, asked: string): Figure => ({
    what,
    measured: perSecond(median(rounds.map(rate))),
    ratio: `${times(median(rounds.map((each) => rate(each) / each.disk)))} of fdatasync`,
    asked,
  });
  const postgres = rounds.every((each) => each.postgres !== null)
    ? [line('PostgreSQL, 64 callers', (each) => each.postgres ?? 0, '≥ 3 × (5 ×)')]
    : [];
  return [
    {
      what: 'this disk: a page appended, fdatasync',
      measured: perSecond(median(rounds.map((each) => each.disk))),
      ratio: '',
      asked: '',
    },
    line('SQLite FULL, 1 caller', (each) => each.one, '≥ 0.5 × (0.8 ×)'),
    line('SQLite FULL, 64 callers', (each) => each.many, '≥ 4 × (8 ×)'),
    ...postgres,
  ];
}
