import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** A fresh file path in a folder of its own; the folder goes with the test. */
export function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cux-store-'));
  folders.push(folder);
  return join(folder, 'cux.sqlite');
}

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
