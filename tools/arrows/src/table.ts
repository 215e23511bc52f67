import { readFileSync } from 'node:fs';
import { z } from 'zod';

const names = z.array(z.string().min(1));

/** One row of the ownership table. Strict: a misspelt key would silently allow. */
const row = z.strictObject({
  /** Where the package lives, relative to the root of the repository. */
  directory: z.string().min(1),
  floor: z.int().nonnegative(),
  /** Exact specifiers of `@cux` packages, or `@cux/x/*` for every exported subpath of x; `*` = any. */
  imports: z.union([z.literal('*'), names]),
  /** The libraries that define the package's role. For the reader: other libraries are free unless forbidden. */
  libraries: names,
  /** Groups of `libraryGroups` that may be neither imported nor declared. */
  forbiddenGroups: names,
  /** Node builtins without `node:`; `*` = any. */
  builtins: z.union([z.literal('*'), names]),
  /** Libraries that the build compiles into the published files, and that may therefore be devDependencies. */
  compiledIn: names.optional(),
  /** Present: no clock and no randomness, except in the files named here (globs within the package). */
  timeAndChance: z.strictObject({ through: names }).optional(),
  owns: z.string().min(1),
  mustNot: z.string().min(1),
});

const table = z.strictObject({
  floors: names,
  libraryGroups: z.record(z.string(), names),
  packages: z.record(z.string().regex(/^@cux\/[a-z-]+$/), row),
  /** Folders whose packages are private and may import anything. */
  unbound: z.strictObject({ directories: names, because: z.string().min(1) }),
  /** Files at the root that tests and configuration of every package may import. */
  sharedFiles: names,
});

export type Row = z.infer<typeof row>;
export type Table = z.infer<typeof table>;

/** Reads the ownership table. Throws when it is not one: without a table there is nothing to check against. */
export function loadTable(path: string | URL = new URL('../arrows.json', import.meta.url)): Table {
  const parsed = table.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`The ownership table is not valid: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
