import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDurably } from '../src/durable-file.ts';
import { makeFolder } from '../src/index.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cux-vault-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const rights = (path: string): number => statSync(path).mode & 0o777;

describe.skipIf(process.platform === 'win32')('makeFolder', () => {
  it('makes every folder on the way for its user alone, and leaves those that are there', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'there'));
    chmodSync(join(root, 'there'), 0o755);
    makeFolder(join(root, 'there', 'a', 'b'));
    makeFolder(join(root, 'there', 'a', 'b'));
    expect(rights(join(root, 'there'))).toBe(0o755);
    expect(rights(join(root, 'there', 'a'))).toBe(0o700);
    expect(rights(join(root, 'there', 'a', 'b'))).toBe(0o700);
  });

  it('refuses a path through a file', () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'file'), '');
    expect(() => makeFolder(join(root, 'file'))).toThrow();
    expect(() => makeFolder(join(root, 'file', 'below'))).toThrow();
  });
});

describe.runIf(process.platform === 'linux')('where no folder can be made', () => {
  it('comes to an end', async () => {
    expect(() => makeFolder('/proc/cux/folder')).toThrow();
    await expect(createDurably('/proc/cux/folder/file', new Uint8Array(1))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
