import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AuditVerdict, createKernel, randomIds, systemClock } from '@cux/kernel';
import { Story } from '@cux/kernel/store-suite';
import { isWhole } from '@cux/store-suite';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFileInProcess } from '../src/in-process-store.ts';
import { openSqliteStore, StoreFault } from '../src/index.ts';
import { freshPath, removeWithFolder, temporaryPath } from './support/temporary.ts';

const workspace = 'newsdesk';
/** A whole store with one article published and read back, as bytes, to be damaged again and again. */
let whole: Buffer;

beforeAll(async () => {
  const path = freshPath();
  const story = new Story(await openSqliteStore({ path }));
  await story.begin();
  const { attempt, readBack } = await story.publish();
  await story.readBack(readBack, attempt);
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

/** What the audit says of a file. */
async function verify(path: string): Promise<AuditVerdict> {
  const store = await openFileInProcess({ path });
  const kernel = createKernel({ store, clock: systemClock, ids: randomIds, capabilities: [] });
  try {
    return await kernel.verifyAudit(workspace);
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

describe('the audit of a SQLite file', () => {
  it('finds a row of a kind that nobody looks at', async () => {
    const path = copy();
    const database = new Database(path);
    database.exec(
      `insert into row select workspace, 'stranger', id, revision, state, parent_id, subject_digest, body from row limit 1`,
    );
    database.close();
    expect(await verify(path)).toMatchObject({ ok: false, rule: 'audit.unknown-kind' });
  });

  it('finds every single changed byte of every event and link', async () => {
    const path = await smallLog();
    const editor = new Database(path);
    const kernel = createKernel({
      store: await openFileInProcess({ path }),
      clock: systemClock,
      ids: randomIds,
      capabilities: [],
    });
    const unnoticed: string[] = [];
    const tried = isWhole ? 1 : 7;
    let flips = 0;
    for (const { table, column, by, id, value } of cells(editor)) {
      const write = editor.prepare(`update ${table} set ${column} = ? where ${by} = ?`);
      for (const changed of changesOf(value)) {
        flips += 1;
        // The tests' share is a row of bytes in turn, over all columns; `npm run prove` changes every one.
        if (flips % tried !== 0) continue;
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

  it('finds a flipped bit in any byte of the file that an event is kept by', async () => {
    const bytes = bytesOfEvents(whole);
    expect(bytes.length).toBeGreaterThan(10_000);
    const path = temporaryPath();
    const unnoticed: number[] = [];
    for (let index = 0; index < bytes.length; index += isWhole ? 61 : 307) {
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
