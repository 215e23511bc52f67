import { canonicalForm } from '@cux/contracts';
import { KernelFault } from '../kernel-fault.ts';
import type { Row, RowKind } from '../ports/store.ts';
import { descriptions, type Entities } from './entities.ts';

export function toRow<Kind extends RowKind>(kind: Kind, entity: Entities[Kind]): Row {
  const description = descriptions[kind];
  return {
    kind,
    id: description.id(entity),
    revision: description.revision(entity),
    state: description.state(entity),
    parent_id: description.parent(entity),
    subject_digest: description.subject(entity),
    body: canonicalForm(entity),
  };
}

/**
 * Reads a row back. A row that this version does not understand, or whose columns and body disagree, is a
 * `KernelFault`: the kernel never walks past a record that it cannot read.
 */
export function fromRow<Kind extends RowKind>(kind: Kind, row: Row): Entities[Kind] {
  const entity = parse<Entities[Kind]>(row);
  const description = descriptions[kind];
  const agrees =
    row.kind === kind &&
    description.states.includes(row.state) &&
    description.id(entity) === row.id &&
    description.revision(entity) === row.revision &&
    description.state(entity) === row.state &&
    description.parent(entity) === row.parent_id &&
    description.subject(entity) === row.subject_digest;
  if (!agrees) throw unreadable(row);
  return entity;
}

function parse<Entity>(row: Row): Entity {
  try {
    const value: unknown = JSON.parse(row.body);
    if (typeof value !== 'object' || value === null) throw unreadable(row);
    return value as Entity;
  } catch {
    throw unreadable(row);
  }
}

function unreadable(row: Row): KernelFault {
  return new KernelFault(
    'row_unreadable',
    `A stored ${row.kind} cannot be read by this version; run \`cux audit verify\` and restore a backup or upgrade.`,
  );
}
