import { randomIds } from '@cux/kernel';
import { sql } from 'kysely';
import type { Connection } from '../lane.ts';
import { storeFault } from '../map-fault.ts';
import type { Queries } from '../queries.ts';
import { lockKey } from '../round-statements.ts';
import { StoreFault } from '../store-fault.ts';
import { tableNames } from '../tables.ts';
import { first } from './0001-first.ts';
import { moves } from './0002-moves.ts';
import { checksum, identityPlace, type Migration } from './migration.ts';

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [first, moves];

/** From which version to which the tables were brought; 0 is a schema without tables. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
}

/**
 * Brings the tables up to date, whole or not at all; of several processes at once, one does it and the others find it
 * done. Tables that are up to date are only looked at, which needs no right to change them. A newer schema is refused,
 * and so is one whose past steps are not the ones of this version, or that holds tables of somebody else.
 */
export async function migrate(
  queries: Queries,
  connection: Connection,
  steps: readonly Migration[] = migrations,
): Promise<Migrated> {
  const before = await appliedVersion(queries, connection, steps);
  if (before === steps.length) return { from: before, to: before };
  await connection.order('begin isolation level read committed read write');
  try {
    await connection.send({
      text: 'select pg_advisory_xact_lock($1::bigint)',
      values: [lockKey(queries.schema, '')],
    });
    const from = await appliedVersion(queries, connection, steps);
    if (from < steps.length) await applyFrom(from, queries, connection, steps);
    if ((await connection.order('commit')) !== 'COMMIT') throw storeFault('unexpected');
    return { from, to: steps.length };
  } catch (error) {
    await connection.order('rollback').catch(() => connection.breakOff());
    throw error;
  }
}

async function applyFrom(
  from: number,
  { schema, statement, table, build }: Queries,
  connection: Connection,
  steps: readonly Migration[],
): Promise<void> {
  if (from === 0) {
    await connection.send({ text: `create schema if not exists "${schema}"` });
    await connection.send(
      unnamed(
        statement(
          sql`create table if not exists ${table('schema_migration')}
            (version integer not null primary key, name text not null, checksum text not null)`,
        ),
      ),
    );
  }
  await connection.send({ text: `set local search_path to "${schema}"` });
  const identity = randomIds.next('store');
  for (const step of steps.slice(from)) {
    for (const each of step.statements)
      await connection.send({ text: each.replace(identityPlace, identity) });
    const { version, name } = step;
    const done = build.insertInto('schema_migration').values({ version, name, checksum: checksum(step) });
    await connection.send(unnamed(statement(done)));
  }
}

/** How many steps the tables have behind them; throws a `StoreFault` where they are not this version's first ones. */
async function appliedVersion(
  { schema, statement, build }: Queries,
  connection: Connection,
  steps: readonly Migration[],
): Promise<number> {
  const tables = await connection.send<{ name: string }>({
    text: `select relname as name from pg_catalog.pg_class as found
      join pg_catalog.pg_namespace as space on space.oid = found.relnamespace
      where space.nspname = $1 and found.relkind in ('r', 'p', 'v', 'm', 'f')`,
    values: [schema],
  });
  if (!tables.some(({ name }) => name === 'schema_migration')) {
    if (tables.length > 0) throw storeFault('corrupt');
    return 0;
  }
  const applied = await connection.send(
    unnamed(statement(build.selectFrom('schema_migration').selectAll().orderBy('version'))),
  );
  if (applied.length > steps.length) {
    throw new StoreFault(
      'newer_schema',
      'The store was written by a newer version of cux; upgrade cux, or open another store.',
    );
  }
  for (const [index, known] of applied.entries()) {
    const step = steps[index];
    if (step?.version !== known.version || checksum(step) !== known.checksum)
      throw otherSchema(known.version);
  }
  const names = new Set(tables.map(({ name }) => name));
  if (applied.length > 0 && !tableNames.every((name) => names.has(name))) throw storeFault('corrupt');
  return applied.length;
}

function otherSchema(version: number): StoreFault {
  return new StoreFault(
    'other_schema',
    `Migration ${version} of the store is not the one that this version of cux knows; use the version that made it, or restore a backup.`,
  );
}

/** A statement that is sent once needs no plan that is kept. */
function unnamed<Given extends { readonly name?: string }>({ name: _, ...rest }: Given): Omit<Given, 'name'> {
  return rest;
}
