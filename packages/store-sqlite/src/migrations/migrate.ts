import { type Kysely, sql } from 'kysely';
import { storeFault } from '../map-fault.ts';
import { StoreFault } from '../store-fault.ts';
import type { Tables } from '../tables.ts';
import { first } from './0001-first.ts';
import { checksum, type Migration } from './migration.ts';

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [first];

/**
 * Brings the schema up to date, inside the caller's transaction. A newer schema is refused, and so is one whose past
 * steps are not the ones of this version.
 */
export async function migrate(
  connection: Kysely<Tables>,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await sql`create table if not exists schema_migration (
    version integer not null primary key, name text not null, checksum text not null
  ) strict`.execute(connection);
  const applied = await connection.selectFrom('schema_migration').selectAll().orderBy('version').execute();
  if (applied.length > steps.length) {
    throw new StoreFault(
      'newer_schema',
      'The store was written by a newer version of cux; upgrade cux, or open another store.',
    );
  }
  for (const [index, step] of steps.entries()) {
    const known = applied[index];
    if (known === undefined) await apply(connection, step);
    else if (known.version !== step.version || known.checksum !== checksum(step)) throw storeFault('corrupt');
  }
}

async function apply(connection: Kysely<Tables>, step: Migration): Promise<void> {
  for (const statement of step.statements) await sql.raw(statement).execute(connection);
  await connection
    .insertInto('schema_migration')
    .values({ version: step.version, name: step.name, checksum: checksum(step) })
    .execute();
}
