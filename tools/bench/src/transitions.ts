import { join } from 'node:path';
import type { Store } from '@cux/kernel';
import { openPostgresStore } from '@cux/store-postgres';
import { openSqliteStore } from '@cux/store-sqlite';
import { startPostgres } from '@cux/store-suite/postgres';
import { BareInserts, recordedBatches } from './bare.ts';
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
  /** What the engine alone writes of the same rows: a floor that has nothing of cux in it. */
  readonly bareOne: number;
  readonly bareMany: number;
}

interface Candidates {
  readonly one: Callers;
  readonly many: Callers;
  readonly postgres: Callers | null;
  readonly bareOne: BareInserts;
  readonly bareMany: BareInserts;
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
    const recorded = await recordedBatches(2_000);
    const bareOne = await BareInserts.open(effort.folder, recorded, 1);
    const bareMany = await BareInserts.open(effort.folder, recorded, 64);
    const candidates = { one, many, postgres, bareOne, bareMany };
    const rounds: Round[] = [];
    for (let nth = 0; nth < effort.rounds; nth += 1) rounds.push(await round(effort, candidates));
    for (const bare of [bareOne, bareMany]) bare.close();
    return figures(rounds);
  } finally {
    for (const store of stores) await store.close();
    await server?.remove();
  }
}

async function round(effort: Effort, candidates: Candidates): Promise<Round> {
  const { one, many, postgres, bareOne, bareMany } = candidates;
  const half = effort.roundMs / 4;
  const before = syncRate(effort.folder, half);
  const rates = {
    one: await one.rate(effort.roundMs),
    many: await many.rate(effort.roundMs),
    postgres: postgres === null ? null : await postgres.rate(effort.roundMs),
    bareOne: bareOne.rate(half),
    bareMany: bareMany.rate(half),
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
    line('the same rows, bare SQLite inserts, 1 command a transaction', (each) => each.bareOne, ''),
    line('the same rows, bare SQLite inserts, 64 commands a transaction', (each) => each.bareMany, ''),
    line('SQLite FULL, 1 caller', (each) => each.one, '≥ 0.5 × (0.8 ×)'),
    line('SQLite FULL, 64 callers', (each) => each.many, '≥ 4 × (8 ×)'),
    ...postgres,
  ];
}
