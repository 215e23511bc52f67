import type { Store } from '@cux/kernel';
import { Committer } from './committer.ts';
import { Lane } from './lane.ts';
import { faultOf, troubleOf } from './map-fault.ts';
import { type Migrated, migrate } from './migrations/migrate.ts';
import { type OpenOptions, type Settings, settingsOf } from './options.ts';
import { persist } from './persist.ts';
import { type Queries, queriesIn } from './queries.ts';
import { type Ask, readerOver } from './reader.ts';

/** Each decision waits for the server several times; that many of a workspace do so together. */
const decisionsAtOnce = 16;
/** How many connections reads are spread over, so that a long one does not hold up the others. */
const readingLanes = 2;

/**
 * Opens (or makes) a store in one schema of a PostgreSQL database, and brings its tables up to date. Any number of
 * processes may open the same one. Throws a `StoreFault` when the server cannot be reached or relied on, or when the
 * tables are not this version's; once it is open, it waits `patienceMs` for a server that has gone away.
 */
export async function openPostgresStore(options: OpenOptions): Promise<Store> {
  const settings = settingsOf(options);
  const queries = queriesIn(settings.schema);
  const committing = new Lane(settings);
  await migrated(queries, committing);
  return storeOver(settings, queries, committing);
}

/** Brings the tables up to date, and says from which version to which. Throws as `openPostgresStore` does. */
export async function migratePostgresStore(options: OpenOptions): Promise<Migrated> {
  const settings = settingsOf(options);
  const lane = new Lane(settings);
  const done = await migrated(queriesIn(settings.schema), lane);
  await lane.close();
  return done;
}

async function migrated(queries: Queries, lane: Lane): Promise<Migrated> {
  try {
    // Without patience: a server that is not there when the work begins is told at once.
    return await persist(async () => migrate(queries, await lane.connection()), 0);
  } catch (error) {
    await lane.close().catch(() => undefined);
    throw faultOf(troubleOf(error));
  }
}

function storeOver(settings: Settings, queries: Queries, committing: Lane): Store {
  const { patienceMs } = settings;
  const reading = Array.from({ length: readingLanes }, () => new Lane(settings));
  const ask: Ask = async (statement) => {
    try {
      return await persist(async () => (await idlest(reading).connection()).send(statement), patienceMs);
    } catch (error) {
      throw faultOf(troubleOf(error));
    }
  };
  const committer = new Committer(queries, committing, patienceMs);
  return {
    ...readerOver(queries, ask),
    decisionsAtOnce,
    // A server that was lost and found again may be one that never had what was acknowledged.
    incarnation: () => [committing, ...reading].reduce((sum, { lost }) => sum + lost, 0),
    commit: (batch) => committer.commit(batch),
    close: async () => {
      await committer.settled();
      await Promise.all([committing, ...reading].map((lane) => lane.close()));
    },
  };
}

function idlest(lanes: readonly Lane[]): Lane {
  return lanes.reduce((best, lane) => (lane.waiting < best.waiting ? lane : best));
}
