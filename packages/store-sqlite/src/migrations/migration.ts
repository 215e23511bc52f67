import { digestOfBytes } from '@cux/contracts/digest';

/** Stands in a statement for the identity that a store is given. */
export const identityPlace = '{identity}';

/** One step forward. Once released it never changes; its checksum is kept beside its version. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
}

export function checksum(migration: Migration): string {
  const text = JSON.stringify([migration.version, migration.name, migration.statements]);
  return digestOfBytes(new TextEncoder().encode(text));
}
