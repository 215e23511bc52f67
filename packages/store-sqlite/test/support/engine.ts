import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, isWhole, type Place } from '@cux/store-suite';
import Database from 'better-sqlite3';
import { afterAll } from 'vitest';
import { openFileInProcess } from '../../src/in-process-store.ts';
import { copyIntoSqlite, openSqliteStore } from '../../src/index.ts';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** SQLite as the shared suite sees it: every place is a file. */
export const engine: Engine = {
  name: 'SQLite',
  worker: fileURLToPath(new URL('./worker.ts', import.meta.url)),
  place: async () => placeAt(newPath()),
};

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cux-store-'));
  folders.push(folder);
  return join(folder, 'cux.sqlite');
}

function placeAt(path: string): Place {
  const using = <Value>(task: (database: Database.Database) => Value): Value => {
    const database = new Database(path);
    try {
      return task(database);
    } finally {
      database.close();
    }
  };
  return {
    argument: path,
    // The same statements and commits with and without the thread, which costs a fifth of a second to start: tests of
    // its own are about it, and the proofs play the whole suite with it.
    open: () => (isWhole ? openSqliteStore({ path }) : openFileInProcess({ path })),
    look: () => openFileInProcess({ path }),
    target: { name: 'a file', within: (workspace, task) => copyIntoSqlite({ path }, workspace, task) },
    copy: async () => {
      const copy = newPath();
      // Not the file's bytes: the newest of them may still be in the log beside it.
      using((database) => database.prepare('vacuum into ?').run(copy));
      return placeAt(copy);
    },
    change: async (statements) => {
      using((database) => database.exec(statements));
    },
    ask: async (statement) =>
      using((database) => database.prepare<[], Record<string, unknown>>(statement).all()),
  };
}
