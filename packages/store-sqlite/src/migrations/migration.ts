import { digestOfBytes } from '@cux/contracts/digest';

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
