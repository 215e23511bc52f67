import { inCanonicalOrder } from '@cux/contracts';
import { KernelFault } from '../kernel-fault.ts';
import type { Row, RowKind } from '../ports/store.ts';
import { descriptions, type Entities } from './entities.ts';
import { hasShape } from './shapes.ts';

/** The row of an entity, and the entity as the row has it: its members in the order in which they are written. */
export interface Written<Kind extends RowKind> {
  readonly row: Row;
  readonly entity: Entities[Kind];
}

export function toRow<Kind extends RowKind>(kind: Kind, entity: Entities[Kind]): Row {
  return written(kind, entity).row;
}

export function written<Kind extends RowKind>(kind: Kind, entity: Entities[Kind]): Written<Kind> {
  const description = descriptions[kind];
  const { value, text } = inCanonicalOrder(entity);
  const row = {
    kind,
    id: description.id(entity),
    revision: description.revision(entity),
    state: description.state(entity),
    parent_id: description.parent(entity),
    subject_digest: description.subject(entity),
    body: text,
  };
  return { row, entity: value };
}

/**
 * Reads a row back. A row that this version does not understand (its state, its shape), or whose columns and body disagree,
 * is a `KernelFault`: the kernel never walks past a record that it cannot read.
 */
export function fromRow<Kind extends RowKind>(kind: Kind, row: Row): Entities[Kind] {
  const body = parse(row);
  if (row.kind !== kind || !hasShape(kind, body)) throw unreadableRow(row);
  const entity = body as Entities[Kind];
  const description = descriptions[kind];
  const agrees =
    description.states.includes(row.state) &&
    description.id(entity) === row.id &&
    description.revision(entity) === row.revision &&
    description.state(entity) === row.state &&
    description.parent(entity) === row.parent_id &&
    description.subject(entity) === row.subject_digest;
  if (!agrees) throw unreadableRow(row);
  return entity;
}

function parse(row: Row): object {
  try {
    const value: unknown = JSON.parse(row.body);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below, as for a body that is no object.
  }
  throw unreadableRow(row);
}

/** The fault of a row that this version does not understand; it names the row. */
export function unreadableRow({ kind, id }: { readonly kind: string; readonly id: string }): KernelFault {
  return new KernelFault(
    'row_unreadable',
    `The stored ${kind} ${id} cannot be read by this version; run \`cux audit verify\` and restore a backup or upgrade.`,
    { kind, id },
  );
}
