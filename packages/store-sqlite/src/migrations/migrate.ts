import { sql } from 'kysely';
import { type Connection, query } from '../connection.ts';
import { storeFault } from '../map-fault.ts';
import { StoreFault } from '../store-fault.ts';
import { first } from './0001-first.ts';
import { checksum, type Migration } from './migration.ts';

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [first];

/**
 * Brings the schema up to date, whole or not at all. A newer schema is refused, and so is one whose past steps are not
 * the ones of this version, or a database that is somebody else's.
 */
export function migrate(connection: Connection, steps: readonly Migration[] = migrations): void {
  connection.immediately(() => {
    refuseForeign(connection);
    connection.define(
      'create table if not exists schema_migration (version integer not null primary key, name text not null, checksum text not null) strict',
    );
    const applied = connection.all(query.selectFrom('schema_migration').selectAll().orderBy('version'));
    if (applied.length > steps.length) {
      throw new StoreFault(
        'newer_schema',
        'The store was written by a newer version of cux; upgrade cux, or open another store.',
      );
    }
    for (const [index, step] of steps.entries()) {
      const known = applied[index];
      if (known === undefined) apply(connection, step);
      else if (known.version !== step.version || known.checksum !== checksum(step))
        throw storeFault('corrupt');
    }
  });
}

/** A database with tables of somebody else is left as it is. */
function refuseForeign(connection: Connection): void {
  const tables = connection.all({
    compile: () =>
      sql<{
        name: string;
      }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.compile(query),
  });
  const names = tables.map((table) => table.name);
  if (names.length > 0 && !names.includes('schema_migration')) throw storeFault('corrupt');
}

function apply(connection: Connection, step: Migration): void {
  for (const statement of step.statements) connection.define(statement);
  const { version, name } = step;
  connection.run(query.insertInto('schema_migration').values({ version, name, checksum: checksum(step) }));
}
