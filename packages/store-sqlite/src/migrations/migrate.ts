import type { Connection } from '../connection.ts';
import { storeFault } from '../map-fault.ts';
import { statement } from '../statement.ts';
import { StoreFault } from '../store-fault.ts';
import type { Tables } from '../tables.ts';
import { first } from './0001-first.ts';
import { checksum, type Migration } from './migration.ts';

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [first];

/** From which version to which the tables were brought; 0 is a file without tables. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
}

/**
 * Brings the schema up to date, whole or not at all. A newer schema is refused, and so is one whose past steps are not
 * the ones of this version, or a database that is somebody else's.
 */
export function migrate(connection: Connection, steps: readonly Migration[] = migrations): Migrated {
  return connection.immediately(() => {
    refuseForeign(connection);
    connection.calls.define(
      'create table if not exists schema_migration (version integer not null primary key, name text not null, checksum text not null) strict',
    );
    const applied = connection.all(appliedSteps, {});
    if (applied.length > steps.length) {
      throw new StoreFault(
        'newer_schema',
        'The store was written by a newer version of cux; upgrade cux, or open another store.',
      );
    }
    for (const [index, step] of steps.entries()) {
      const known = applied[index];
      if (known === undefined) apply(connection, step);
      else if (known.version !== step.version || known.checksum !== checksum(step)) throw otherSchema(step);
    }
    return { from: applied.length, to: steps.length };
  });
}

function otherSchema({ version }: Migration): StoreFault {
  return new StoreFault(
    'other_schema',
    `Migration ${version} of the store is not the one that this version of cux knows; use the version that made it, or restore a backup.`,
  );
}

/** A database with tables of somebody else is left as it is. */
function refuseForeign(connection: Connection): void {
  const names = connection.all(tableNames, {}).map((table) => table.name);
  if (names.length > 0 && !names.includes('schema_migration')) throw storeFault('corrupt');
}

function apply(connection: Connection, step: Migration): void {
  for (const each of step.statements) connection.calls.define(each);
  const { version, name } = step;
  connection.run(recordStep, { version, name, checksum: checksum(step) });
}

const appliedSteps = statement<object, Tables['schema_migration']>(
  `select version, name, checksum from schema_migration order by version`,
);

const tableNames = statement<object, { name: string }>(
  `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
);

const recordStep = statement<Tables['schema_migration']>(
  `insert into schema_migration (version, name, checksum) values (:version, :name, :checksum)`,
);
