import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh file path in a folder of its own, which whoever asked removes. */
export function freshPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'cux-store-')), 'cux.sqlite');
}

export function removeWithFolder(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true });
}

/** A fresh file path in a folder of its own; the folder goes with the test. */
export function temporaryPath(): string {
  const path = freshPath();
  onTestFinished(() => removeWithFolder(path));
  return path;
}
