import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AuditVerdict, createKernel, randomIds, systemClock } from '@cux/kernel';
import { Story } from '@cux/kernel/store-suite';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore, StoreFault } from '../src/index.ts';
import { freshPath, removeWithFolder, temporaryPath } from './support/temporary.ts';

const workspace = 'newsdesk';
/** A whole store with one article published and read back, as bytes, to be damaged again and again. */
let whole: Buffer;
let head: string;

beforeAll(async () => {
  const path = freshPath();
  const story = new Story(await openSqliteStore({ path }));
  await story.begin();
  const { attempt, readBack } = await story.publish();
  await story.readBack(readBack, attempt);
  const verdict = await story.kernel.verifyAudit(workspace);
  if (!verdict.ok) throw new Error(verdict.message);
  head = verdict.head;
  await story.kernel.close();
  whole = readFileSync(path);
  removeWithFolder(path);
});

/** A copy of the whole store in a file of its own. */
function copy(): string {
  const path = temporaryPath();
  writeFileSync(path, whole);
  return path;
}

/** Changes the store behind the kernel's back, and asks the kernel. */
async function verdictAfter(change: (database: Database.Database) => void, kept?: string) {
  const path = copy();
  const editor = new Database(path);
  change(editor);
  editor.close();
  return verify(path, kept);
}

/** The first verdict of all workspaces of a file that is not good, or the last good one. */
async function verify(path: string, kept?: string): Promise<AuditVerdict> {
  const store = await openSqliteStore({ path });
  const kernel = createKernel({ store, clock: systemClock, ids: randomIds, capabilities: [] });
  try {
    let verdict = await kernel.verifyAudit(workspace, kept);
    for (const other of await store.workspaces()) {
      if (verdict.ok && other !== workspace) verdict = await kernel.verifyAudit(other);
    }
    return verdict;
  } finally {
    await kernel.close();
  }
}

/** The places in the file of every byte by which the engine keeps the events: their cells, with what overflows. */
function bytesOfEvents(file: Buffer): readonly number[] {
  const reader = new Database(copy(), { readonly: true });
  const size = Number(reader.pragma('page_size', { simple: true }));
  const pages = reader.prepare(`select pageno, pagetype from dbstat where name = 'event'`).all() as {
    readonly pageno: number;
    readonly pagetype: string;
  }[];
  reader.close();
  const found: number[] = [];
  const mark = (from: number, length: number): void => {
    for (let at = from; at < from + length; at += 1) found.push(at);
  };
  for (const { pageno, pagetype } of pages) {
    if (pagetype !== 'overflow') markCells(file, (pageno - 1) * size, size, mark);
  }
  return found;
}

/** The cells of one page of an index tree, as the file format of SQLite describes them. */
function markCells(
  file: Buffer,
  page: number,
  size: number,
  mark: (from: number, length: number) => void,
): void {
  const leaf = file[page] === 0x0a;
  const most = Math.floor(((size - 12) * 64) / 255) - 23;
  const least = Math.floor(((size - 12) * 32) / 255) - 23;
  for (let cell = 0; cell < file.readUInt16BE(page + 3); cell += 1) {
    let at = page + file.readUInt16BE(page + (leaf ? 8 : 12) + 2 * cell);
    if (!leaf) at += 4;
    const [payload, width] = varint(file, at);
    const rest = least + ((payload - least) % (size - 4));
    const local = payload <= most ? payload : rest <= most ? rest : least;
    mark(at, width + local + (payload > local ? 4 : 0));
    let left = payload - local;
    let next = left > 0 ? file.readUInt32BE(at + width + local) : 0;
    while (next !== 0) {
      const overflow = (next - 1) * size;
      mark(overflow, 4 + Math.min(left, size - 4));
      left -= Math.min(left, size - 4);
      next = file.readUInt32BE(overflow);
    }
  }
}

function varint(file: Buffer, at: number): readonly [number, number] {
  let value = 0;
  for (let width = 1; ; width += 1) {
    const byte = file[at + width - 1] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80 || width === 9) return [value, width];
  }
}

function rules(): readonly (readonly [string, string, RegExp])[] {
  return [
    ['nothing changed', 'select 1', /^ok$/],
    ['an event dropped', 'delete from event where sequence = 7', /event-missing|event-moved/],
    ['the first event dropped', 'delete from event where sequence = 1', /event-moved|event-missing/],
    [
      'two events swapped',
      `update event set sequence = sequence + 1000 where sequence in (4, 5);
       update event set sequence = case sequence when 1004 then 5 else 4 end where sequence > 1000`,
      /link-changed|event-moved/,
    ],
    [
      'an event appended',
      `insert into event select workspace, (select max(sequence) + 1 from event), batch, kind, body from event where sequence = 1`,
      /event-without-link/,
    ],
    ['a link dropped', 'delete from link where batch = 5', /link-changed/],
    ['the first link dropped', 'delete from link where batch = 1', /link-changed/],
    ['the whole log dropped', 'delete from link; delete from event', /row-changed/],
    ['a link moved', 'update link set last_sequence = last_sequence + 1 where batch = 3', /./],
    ['a batch of an event changed', 'update event set batch = batch + 1 where sequence = 9', /event-moved/],
    [
      'a gate edited',
      `update row set body = replace(body, '"consumed"', '"rejected"') where kind = 'gate'`,
      /row-changed/,
    ],
    [
      'a gate set back to open, columns and body',
      `update row set state = 'open', body = replace(body, '"status":"closed"', '"status":"open"') where kind = 'gate'`,
      /row-changed/,
    ],
    ['a row dropped', `delete from row where kind = 'attempt'`, /row-missing/],
    ['a todo dropped', `delete from row where kind = 'todo'`, /row-missing/],
    ['a row set back to an older revision', `update row set revision = 1 where kind = 'todo'`, /row-changed/],
    [
      'a row invented',
      `insert into row select workspace, kind, 'gate_invented', revision, state, parent_id, subject_digest, body from row where kind = 'gate'`,
      /row-changed/,
    ],
    [
      'the salt changed',
      `update row set body = replace(body, 'sha256:', 'sha256:0') where kind = 'workspace'`,
      /row-changed/,
    ],
    ['the workspace dropped', `delete from row where kind = 'workspace'`, /row-missing/],
    [
      'an answer edited',
      `update answer set answer = replace(answer, 'accepted', 'refused')`,
      /answer-changed/,
    ],
    [
      'the highest time set back, to revive what has expired',
      'update workspace_time set highest = highest - 1',
      /time-changed/,
    ],
    ['the highest time dropped', 'delete from workspace_time', /time-changed/],
    [
      'an event moved to another workspace',
      `update event set workspace = 'newsdesl' where sequence = (select max(sequence) from event)`,
      /event-missing/,
    ],
    [
      'everything moved to another workspace',
      ['event', 'link', 'row', 'answer', 'workspace_time']
        .map((table) => `update ${table} set workspace = 'newsdesl'`)
        .join('; '),
      /link-changed/,
    ],
    ['an answer dropped', `delete from answer where key = (select min(key) from answer)`, /answer-missing/],
    [
      'an answer inserted, for a command that was never sent',
      `insert into answer select workspace, scope, 'a-later-key', command_digest, answer from answer limit 1`,
      /answer-inserted/,
    ],
    [
      'an answer inserted, before all others',
      `insert into answer select workspace, ' ', '!', command_digest, answer from answer limit 1`,
      /answer-inserted/,
    ],
    [
      'an answer inserted for another principal',
      `insert into answer select workspace, 'zz:' || scope, key, command_digest, answer from answer`,
      /answer-inserted/,
    ],
    [
      'an answer kept under another key',
      `update answer set key = key || '!' where key = (select max(key) from answer)`,
      /answer-(inserted|missing)/,
    ],
    [
      'an answer kept for another command',
      `update answer set command_digest = 'sha256:${'0'.repeat(64)}' where key = (select min(key) from answer)`,
      /command-changed/,
    ],
  ];
}

describe('the audit', () => {
  it.each(rules())('finds %s', async (_what, statement, rule) => {
    const verdict = await verdictAfter((database) => database.exec(statement));
    expect(verdict.ok ? 'ok' : verdict.rule).toMatch(rule);
  });

  it('finds every single changed byte of every event and link', { timeout: 600_000 }, async () => {
    const path = await smallLog();
    const editor = new Database(path);
    const kernel = createKernel({
      store: await openSqliteStore({ path }),
      clock: systemClock,
      ids: randomIds,
      capabilities: [],
    });
    const unnoticed: string[] = [];
    let flips = 0;
    for (const { table, column, by, id, value } of cells(editor)) {
      const write = editor.prepare(`update ${table} set ${column} = ? where ${by} = ?`);
      for (const changed of changesOf(value)) {
        flips += 1;
        // What is no change of place or kind, but a place that another row has, the engine itself refuses.
        if (!changedRow(() => write.run(changed, id))) continue;
        if ((await kernel.verifyAudit(workspace)).ok) unnoticed.push(`${table} ${id} ${column}: ${changed}`);
        editor
          .prepare(`update ${table} set ${column} = ? where ${by} = ?`)
          .run(value, column === by ? changed : id);
      }
    }
    expect(unnoticed).toEqual([]);
    expect(flips).toBeGreaterThan(2_000);
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
    await kernel.close();
    editor.close();
  });

  it('finds a flipped bit in any byte of the file that an event is kept by', {
    timeout: 600_000,
  }, async () => {
    const bytes = bytesOfEvents(whole);
    expect(bytes.length).toBeGreaterThan(10_000);
    const path = temporaryPath();
    const unnoticed: number[] = [];
    for (let index = 0; index < bytes.length; index += 61) {
      const at = bytes[index] ?? 0;
      const damaged = Buffer.from(whole);
      damaged[at] = (whole[at] ?? 0) ^ (1 << (index % 8));
      for (const side of ['-wal', '-shm']) rmSync(`${path}${side}`, { force: true });
      writeFileSync(path, damaged);
      const noticed = await verify(path).then(
        (verdict) => !verdict.ok,
        (fault: unknown) => StoreFault.isInstance(fault) && fault.code === 'corrupt',
      );
      if (!noticed) unnoticed.push(at);
    }
    expect(unnoticed).toEqual([]);
  });

  it('is of the only copy: the file holds no second one of an event', () => {
    const live = new Set(bytesOfEvents(whole));
    for (let at = whole.indexOf('command-accepted'); at >= 0; ) {
      expect(live.has(at), 'left behind').toBe(true);
      at = whole.indexOf('command-accepted', at + 1);
    }
  });

  it('finds a cut-off end only against a head that was kept elsewhere', async () => {
    const cut = (database: Database.Database): void => {
      // What a thief of the last batch would do: take its events, its link, its answer, and put the rows back.
      database.exec(`
        delete from event where batch = (select max(batch) from link);
        delete from link where batch = (select max(batch) from link);
      `);
    };
    expect((await verdictAfter(cut)).ok, 'the rows give it away').toBe(false);
    expect(await verdictAfter(() => undefined, head)).toMatchObject({ ok: true });
    expect(await verdictAfter(cut, head)).toMatchObject({ ok: false, rule: 'audit.head-missing' });
  });

  it('holds no text of a question, a reason, a page or a record', async () => {
    const database = new Database(copy());
    const log = JSON.stringify(database.prepare('select kind, body from event').all());
    database.close();
    for (const word of ['Publish', 'Confirm', 'take over', 'open approved screen', '127.0.0.1']) {
      expect(log).not.toContain(word);
    }
  });
});

/** A log of a few commands, so that every byte of it can be changed in turn. */
async function smallLog(): Promise<string> {
  const path = temporaryPath();
  const story = new Story(await openSqliteStore({ path }));
  await story.begin();
  await story.run('todo-article-1', 'draft');
  await story.kernel.close();
  return path;
}

interface Cell {
  readonly table: 'event' | 'link';
  readonly column: string;
  readonly by: 'sequence' | 'batch';
  readonly id: number;
  readonly value: string | number;
}

/** Every column of every event and link, but for the workspace: another one is another test. */
function cells(database: Database.Database): readonly Cell[] {
  const of = (table: Cell['table'], by: Cell['by']): Cell[] =>
    (database.prepare(`select * from ${table}`).all() as Record<string, string | number>[]).flatMap((row) =>
      Object.entries(row)
        .filter(([column]) => column !== 'workspace')
        .map(([column, value]) => ({ table, column, by, id: Number(row[by]), value })),
    );
  return [...of('event', 'sequence'), ...of('link', 'batch')];
}

/** A text with each of its bytes changed in turn; a number one higher. */
function changesOf(value: string | number): readonly (string | number)[] {
  if (typeof value === 'number') return [value + 1];
  return Array.from(value, (_, at) => flipped(value, at));
}

/** Whether the store took the change: it keeps two rows from one place, and a link from ending before it begins. */
function changedRow(write: () => unknown): boolean {
  try {
    write();
    return true;
  } catch {
    return false;
  }
}

function flipped(text: string, at: number): string {
  const other = text[at] === '0' ? '1' : '0';
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}
