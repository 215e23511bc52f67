import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How often this disk takes one page for good, in a second: 4 096 bytes are appended to a file and `fdatasync` is waited
 * for, again and again, as any log would do it that forces each record by itself.
 */
export function syncRate(folder: string, milliseconds: number): number {
  const path = join(folder, 'sync');
  const file = openSync(path, 'w');
  const page = Buffer.alloc(4_096, 1);
  const begun = performance.now();
  let count = 0;
  try {
    do {
      writeSync(file, page);
      fdatasyncSync(file);
      count += 1;
    } while (performance.now() - begun < milliseconds);
    return (count * 1_000) / (performance.now() - begun);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}
