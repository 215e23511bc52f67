import { randomIds } from '@cux/kernel/chain';
import type { Connection } from '../connection.ts';
import { storeFault } from '../map-fault.ts';
import { statement } from '../statement.ts';
import { StoreFault } from '../store-fault.ts';
import { type Tables, tableNames } from '../tables.ts';
import { first } from './0001-first.ts';
import { rowids } from './0002-rowids.ts';
import { moves } from './0003-moves.ts';
import { checksum, identityPlace, type Migration } from './migration.ts';

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [first, rowids, moves];

/** From which version to which the tables were brought; 0 is a file without tables. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
}

/**
 * Brings the schema up to date, whole or not at all; one that is up to date is only looked at. A newer schema is refused,
 * and so is one whose past steps are not the ones of this version, or a database that is somebody else's.
 *
 * @param identity what a store calls itself that has no name yet
 */
export function migrate(
  connection: Connection,
  steps: readonly Migration[] = migrations,
  identity: string = randomIds.next('store'),
): Migrated {
  const before = appliedVersion(connection, steps);
  if (before === steps.length) return { from: before, to: before };
  return connection.immediately(() => {
    // Another process may have been here meanwhile.
    const from = appliedVersion(connection, steps);
    connection.calls.define(
      'create table if not exists schema_migration (version integer not null primary key, name text not null, checksum text not null) strict',
    );
    for (const step of steps.slice(from)) apply(connection, step, identity);
    return { from, to: steps.length };
  });
}

/**
 * How many steps a database has behind it; 0 where it holds nothing. Only reads. Throws a `StoreFault` where they are not
 * this version's first ones, where a table that they made is missing, and where anything is there that is not ours.
 */
export function appliedVersion(connection: Connection, steps: readonly Migration[] = migrations): number {
  const names = new Set(connection.all(entryNames, {}).map(({ name }) => name));
  if (names.size === 0) return 0;
  if (!names.has('schema_migration')) throw storeFault('corrupt');
  const columns = connection.all(ledgerColumns, {}).map(({ name }) => name);
  if (columns.join() !== 'version,name,checksum') throw foreignLedger();
  const applied = connection.all(appliedSteps, {});
  if (applied.length > steps.length) {
    throw new StoreFault(
      'newer_schema',
      'The store was written by a newer version of cux; upgrade cux, or open another store.',
    );
  }
  for (const [index, known] of applied.entries()) {
    const step = steps[index];
    if (step === undefined || known.version !== step.version || known.checksum !== checksum(step)) {
      throw otherSchema(known);
    }
  }
  const whole = applied.length === 0 ? names.size === 1 : tableNames.every((name) => names.has(name));
  if (!whole) throw storeFault('corrupt');
  return applied.length;
}

function foreignLedger(): StoreFault {
  return new StoreFault(
    'other_schema',
    'The migrations in this file are those of another program and were left as they are; name another file.',
  );
}

function otherSchema({ version }: { readonly version: number }): StoreFault {
  return new StoreFault(
    'other_schema',
    `Migration ${version} of the store is not the one that this version of cux knows; use the version that made it, or restore a backup.`,
  );
}

function apply(connection: Connection, step: Migration, identity: string): void {
  for (const each of step.statements) connection.calls.define(each.replace(identityPlace, identity));
  const { version, name } = step;
  connection.run(recordStep, { version, name, checksum: checksum(step) });
}

const appliedSteps = statement<object, Tables['schema_migration']>(
  `select version, name, checksum from schema_migration order by version`,
);

/** Tables, views, triggers and indexes alike, without the engine's own. */
const entryNames = statement<object, { name: string }>(
  `select name from sqlite_schema where name not like 'sqlite\\_%' escape '\\'`,
);

const ledgerColumns = statement<object, { name: string }>(
  `select name from pragma_table_info('schema_migration') order by cid`,
);

const recordStep = statement<Tables['schema_migration']>(
  `insert into schema_migration (version, name, checksum) values (:version, :name, :checksum)`,
);
