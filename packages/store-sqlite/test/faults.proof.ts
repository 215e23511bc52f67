import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { people, Story } from '@cux/kernel/store-suite';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore, StoreFault } from '../src/index.ts';
import { tableNames } from '../src/tables.ts';
import { freshPath, removeWithFolder, temporaryPath } from './support/temporary.ts';

/** A store with a draft in it, as bytes. */
let draft: Buffer;

beforeAll(async () => {
  const path = freshPath();
  const story = new Story(await openSqliteStore({ path }));
  await story.begin();
  await story.draft();
  await story.kernel.close();
  draft = readFileSync(path);
  removeWithFolder(path);
});

/** Puts a store with a draft in it where nothing is yet. */
function fill(path: string): void {
  writeFileSync(path, draft, { mode: 0o600 });
}

async function faultOf(task: () => Promise<unknown>): Promise<StoreFault> {
  try {
    await task();
  } catch (error) {
    if (StoreFault.isInstance(error)) return error;
    throw error;
  }
  throw new Error('expected a fault');
}

describe('a store file', () => {
  it('is private to its owner, side files too', async () => {
    const path = temporaryPath();
    writeFileSync(path, '', { mode: 0o644 });
    chmodSync(path, 0o644);
    const store = await openSqliteStore({ path });
    await new Story(store).begin();
    for (const file of [path, `${path}-wal`, `${path}-shm`]) {
      expect(existsSync(file), file).toBe(true);
      expect(statSync(file).mode & 0o777, file).toBe(0o600);
    }
    await store.close();
  });

  it('holds the settings on which durability rests', async () => {
    const path = temporaryPath();
    fill(path);
    const database = new Database(path, { readonly: true });
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    database.close();
  });

  it('keeps everything over a reopening', async () => {
    const path = temporaryPath();
    fill(path);
    const story = new Story(await openSqliteStore({ path }), { series: 1 });
    expect((await story.todo('todo-article-1')).state).toBe('awaiting_gate');
    expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
    await story.kernel.close();
  });

  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ['cut in half', (path) => truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096)],
    ['cut inside a page', (path) => truncateSync(path, statSync(path).size - 100)],
    ['cut inside its header', (path) => truncateSync(path, 50)],
    [
      'no database at all',
      (path) => writeFileSync(path, 'this is a text and no database, whatever its name is'),
    ],
    [
      'overwritten in the middle',
      (path) => {
        const file = openSync(path, 'r+');
        writeSync(file, Buffer.alloc(6_000, 0x5a), 0, 6_000, 4_096);
        closeSync(file);
      },
    ],
  ];

  it.each(damages)('that is %s is refused as corrupt, in one sentence', async (_how, damage) => {
    const path = temporaryPath();
    fill(path);
    damage(path);
    const fault = await faultOf(() => openSqliteStore({ path }));
    expect(fault.code).toBe('corrupt');
    expect(fault.message).toMatch(/^[^.]+; [^.]+\.$/);
  });

  it('that is damaged far inside opens, and says so where it is read and when it is verified', async () => {
    const path = temporaryPath();
    fill(path);
    const database = new Database(path);
    const insert = database.prepare(
      `insert into event select workspace, ?, 1, kind, body from event where sequence = 1`,
    );
    for (let sequence = 1_000; sequence < 3_000; sequence += 1) insert.run(sequence);
    const { pageno } = database
      .prepare(
        `select max(pageno) as pageno from dbstat where name = 'event' and pagetype = 'leaf' and ncell > 1`,
      )
      .get() as { pageno: number };
    database.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(4_096, 0x5a), 0, 4_096, (pageno - 1) * 4_096);
    closeSync(file);
    const store = await openSqliteStore({ path });
    expect((await faultOf(() => store.events('newsdesk', 0, 10_000))).code).toBe('corrupt');
    const story = new Story(store, { series: 1 });
    expect(await story.kernel.verifyAudit('newsdesk')).toMatchObject({
      ok: false,
      rule: 'audit.store-damaged',
    });
    await story.kernel.close();
  });

  it('of a newer version is refused, and left as it is', async () => {
    const path = temporaryPath();
    fill(path);
    const database = new Database(path);
    database.exec(`insert into schema_migration values (99, 'later', 'sha256:x')`);
    database.close();
    const before = readFileSync(path);
    const fault = await faultOf(() => openSqliteStore({ path }));
    expect(fault.code).toBe('newer_schema');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('whose migration is another one than ours is refused', async () => {
    const path = temporaryPath();
    fill(path);
    const database = new Database(path);
    database.exec(`update schema_migration set checksum = 'sha256:x'`);
    database.close();
    expect(await faultOf(() => openSqliteStore({ path }))).toMatchObject({
      code: 'other_schema',
      message: expect.stringMatching(/^Migration 1 [^.]+; [^.]+\.$/),
    });
  });

  const foreign: readonly (readonly [string, string, StoreFault['code']])[] = [
    ['with tables', `create table row (somebody text); create table theirs (x text)`, 'corrupt'],
    ['with nothing but a view', `create view theirs as select 1 as x`, 'corrupt'],
    ['with its own log', `pragma journal_mode = wal; create table theirs (x text)`, 'corrupt'],
    ['with its own migrations', `create table schema_migration (id integer, at text)`, 'other_schema'],
    [
      'with migrations and a table beside them',
      `create table schema_migration (version integer, name text, checksum text); create table theirs (x text)`,
      'corrupt',
    ],
  ];

  it.each(foreign)('of somebody else, %s, is refused and left as it was', async (_what, made, code) => {
    const path = temporaryPath();
    const database = new Database(path);
    database.exec(made);
    database.close();
    chmodSync(path, 0o644);
    const before = readFileSync(path);
    const fault = await faultOf(() => openSqliteStore({ path }));
    expect(fault.code).toBe(code);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o644);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  });

  it('that is a text keeps its rights and its bytes', async () => {
    const path = temporaryPath();
    writeFileSync(path, 'x'.repeat(5_000), { mode: 0o644 });
    chmodSync(path, 0o644);
    expect((await faultOf(() => openSqliteStore({ path }))).code).toBe('corrupt');
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(5_000));
    expect(statSync(path).mode & 0o777).toBe(0o644);
  });

  it('that is a pipe keeps its rights, and nobody waits for it', async () => {
    const path = temporaryPath();
    execFileSync('mkfifo', ['-m', '0644', path]);
    expect((await faultOf(() => openSqliteStore({ path }))).code).toBe('unavailable');
    expect(statSync(path).mode & 0o777).toBe(0o644);
  });

  it.each(tableNames)('that has lost its table %s is damaged, at the opening and at work', async (name) => {
    const path = temporaryPath();
    fill(path);
    const store = await openSqliteStore({ path });
    const database = new Database(path);
    database.exec(`drop table ${name}`);
    database.close();
    expect((await faultOf(() => store.workspaces())).code).toBe('corrupt');
    await store.close();
    expect((await faultOf(() => openSqliteStore({ path }))).code).toBe('corrupt');
  });

  it('that is up to date opens while another process writes', async () => {
    const path = temporaryPath();
    fill(path);
    const holder = new Database(path);
    holder.exec('begin immediate');
    const store = await openSqliteStore({ path, busyTimeoutMs: 20 });
    expect(await store.workspaces()).toEqual(['newsdesk']);
    holder.exec('rollback');
    holder.close();
    await store.close();
  });

  it('in a folder that is none is unavailable', async () => {
    const path = join(dirname(temporaryPath()), 'none', 'deeper', 'cux.sqlite');
    expect((await faultOf(() => openSqliteStore({ path }))).code).toBe('unavailable');
    expect((await faultOf(() => openSqliteStore({ path: dirname(temporaryPath()) }))).code).toBe(
      'unavailable',
    );
  });

  it('that another process holds for too long is locked, and nothing of the command is written', async () => {
    const path = temporaryPath();
    const store = await openSqliteStore({ path, busyTimeoutMs: 20 });
    const story = new Story(store);
    await story.begin();
    const holder = new Database(path);
    holder.exec('begin immediate');
    const input = { goal_id: 'goal-1', paused: true };
    const fault = await faultOf(() => story.send('pause-goal', input, undefined, 'k'));
    expect(fault.code).toBe('locked');
    holder.exec('rollback');
    holder.close();
    expect((await story.kernel.goal(story.workspace, 'goal-1'))?.state).toBe('active');
    expect(await story.send('pause-goal', input, undefined, 'k')).toMatchObject({ replayed: false });
    await story.kernel.close();
  });

  it('that cannot grow is a full disk, and the same command runs when there is room', async () => {
    const path = temporaryPath();
    fill(path);
    const database = new Database(path);
    const pages = database.pragma('page_count', { simple: true });
    database.close();
    const store = await openSqliteStore({ path, maximumPages: Number(pages) });
    const story = new Story(store, { series: 1 });
    const long = 'x'.repeat(390);
    const put = {
      capability: 'content-ops',
      record_id: 'article-big',
      expected_version: 0,
      state: 'draft',
      content_digest: `sha256:${'0'.repeat(64)}`,
      facts: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`fact_${index}`, long])),
    };
    expect((await faultOf(() => story.send('put-record', put, people.capability, 'k'))).code).toBe(
      'disk_full',
    );
    expect(await story.kernel.record(story.workspace, 'content-ops', 'article-big')).toBeNull();
    expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
    await story.kernel.close();
    const roomy = new Story(await openSqliteStore({ path }), { series: 2 });
    expect(await roomy.send('put-record', put, people.capability, 'k')).toMatchObject({ kind: 'accepted' });
    await roomy.kernel.close();
  });

  it('that is closed answers no more', async () => {
    const store = await openSqliteStore({ path: temporaryPath() });
    await store.close();
    await expect(store.highestTime('one')).rejects.toThrow();
  });
});
