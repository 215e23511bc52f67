import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A file of the package that holds the `cux` command. */
export function cuxFile(...path: readonly string[]): string {
  return join(dirname(createRequire(import.meta.url).resolve('@cux/cli/package.json')), ...path);
}
