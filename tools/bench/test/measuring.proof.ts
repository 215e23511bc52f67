import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { growth } from '../src/growth.ts';
import { transitions } from '../src/transitions.ts';

const folder = mkdtempSync(join(tmpdir(), 'cux-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the bench', () => {
  it('measures whole transitions beside this disk, one line each', async () => {
    const figures = await transitions({ folder, rounds: 1, roundMs: 20 }, false);
    expect(figures.map((each) => each.what)).toEqual([
      'this disk: a page appended, fdatasync',
      'the same rows, bare SQLite inserts, 1 command a transaction',
      'the same rows, bare SQLite inserts, 64 commands a transaction',
      'SQLite FULL, 1 caller',
      'SQLite FULL, 64 callers',
    ]);
    for (const { measured } of figures) expect(measured).toMatch(/^[1-9]/);
  });

  it('measures in a grown database', async () => {
    expect((await growth({ folder, rounds: 1, roundMs: 20 }, 500, 100)).ratio).toMatch(/^\d/);
  });
});
