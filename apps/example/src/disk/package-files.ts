import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of this package, found by its own name: the same from the sources and from the build. */
const packageFolder = dirname(createRequire(import.meta.url).resolve('@cux/example/package.json'));

/** The path of a file that the example brings with it. */
export function packageFile(...segments: readonly string[]): string {
  return join(packageFolder, ...segments);
}
