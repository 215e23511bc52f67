import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createKernel, randomIds, systemClock } from '@cux/kernel';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { temporaryPath } from './support/temporary.ts';

const crowd = fileURLToPath(new URL('./support/crowd.ts', import.meta.url));

describe('a process with 64 callers that is killed', () => {
  it('loses nothing that any of them was told, by plain SQL', async () => {
    const path = temporaryPath();
    const child = spawn(process.execPath, [crowd, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const told: string[] = [];
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (told.push(line) === 400) child.kill('SIGKILL');
    });
    await Promise.all([ended, once(lines, 'close')]);
    expect(child.signalCode).toBe('SIGKILL');
    const database = new Database(path);
    const kept = new Set(database.prepare('select key from answer').pluck().all());
    const revisions = database.prepare(`select sum(revision) from row where kind = 'record'`).pluck().get();
    database.close();
    expect(told.filter((key) => !kept.has(key))).toEqual([]);
    expect(told.length).toBeGreaterThanOrEqual(400);
    // Each answer that is kept is exactly one revision of its caller's record.
    expect(revisions).toBe(kept.size);
    const store = await openSqliteStore({ path });
    const kernel = createKernel({ store, clock: systemClock, ids: randomIds, capabilities: [] });
    expect(await kernel.verifyAudit('newsdesk')).toMatchObject({ ok: true });
    await kernel.close();
  });
});
