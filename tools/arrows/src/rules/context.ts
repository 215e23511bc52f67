import type { Row, Table } from '../table.ts';
import type { Manifest } from '../tree.ts';

/** What the rules about one package may look at. */
export interface PackageContext {
  table: Table;
  name: string;
  row: Row;
  /** Absolute. */
  root: string;
  /** Absolute. */
  directory: string;
  manifest: Manifest;
  /** Manifests of all packages on disk, by name, for their `exports`. */
  manifests: ReadonlyMap<string, Manifest>;
  /** What the root's manifest brings for tests and configuration. */
  rootManifest: Manifest;
}

/** A finding without its place. */
export interface Verdict {
  rule: string;
  message: string;
}

/** `a, b and c`, or `nothing`. */
export function listed(names: readonly string[] | '*'): string {
  if (names === '*') return 'anything';
  if (names.length < 2) return names[0] ?? 'nothing';
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The forbidden group that a library is in, if any. */
export function forbiddenGroup(
  context: PackageContext,
  library: string,
  isIn: (library: string, list: readonly string[]) => boolean,
): string | undefined {
  return context.row.forbiddenGroups.find((group) => isIn(library, context.table.libraryGroups[group] ?? []));
}
