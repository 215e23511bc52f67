import { readFileSync, writeFileSync } from 'node:fs';
import { createKernel, randomIds, systemClock } from '@cux/kernel';
import { Story } from '@cux/kernel/store-suite';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { temporaryPath } from './support/temporary.ts';

const workspace = 'newsdesk';
/** A whole store with one article published and read back, as bytes, to be damaged again and again. */
let whole: Buffer;
let head: string;

beforeAll(async () => {
  const path = temporaryPath();
  const story = new Story(await openSqliteStore({ path }));
  await story.begin();
  const { attempt, readBack } = await story.publish();
  await story.readBack(readBack, attempt);
  const verdict = await story.kernel.verifyAudit(workspace);
  if (!verdict.ok) throw new Error(verdict.message);
  head = verdict.head;
  await story.kernel.close();
  whole = readFileSync(path);
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
  const kernel = createKernel({
    store: await openSqliteStore({ path }),
    clock: systemClock,
    ids: randomIds,
    capabilities: [],
  });
  try {
    return await kernel.verifyAudit(workspace, kept);
  } finally {
    await kernel.close();
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
    ['an answer dropped', `delete from answer where key = (select min(key) from answer)`, /answer-changed/],
  ];
}

describe('the audit', () => {
  it.each(rules())('finds %s', async (_what, statement, rule) => {
    const verdict = await verdictAfter((database) => database.exec(statement));
    expect(verdict.ok ? 'ok' : verdict.rule).toMatch(rule);
  });

  it('finds every single changed byte of every event and link', async () => {
    const path = copy();
    const editor = new Database(path);
    const events = editor.prepare('select sequence, kind, body from event').all() as {
      sequence: number;
      kind: string;
      body: string;
    }[];
    const links = editor.prepare('select batch, previous_hash, hash from link').all() as {
      batch: number;
      previous_hash: string;
      hash: string;
    }[];
    const flips = [
      ...events.flatMap(({ sequence, kind, body }) => [
        ...places(kind, 2).map((at) => ({
          table: 'event',
          column: 'kind',
          by: 'sequence',
          id: sequence,
          at,
        })),
        ...places(body, 5).map((at) => ({
          table: 'event',
          column: 'body',
          by: 'sequence',
          id: sequence,
          at,
        })),
      ]),
      ...links.flatMap(({ batch, previous_hash, hash }) => [
        ...places(previous_hash, 1).map((at) => ({
          table: 'link',
          column: 'previous_hash',
          by: 'batch',
          id: batch,
          at,
        })),
        ...places(hash, 1).map((at) => ({ table: 'link', column: 'hash', by: 'batch', id: batch, at })),
      ]),
    ];
    expect(flips.length).toBeGreaterThan(400);
    const kernel = createKernel({
      store: await openSqliteStore({ path }),
      clock: systemClock,
      ids: randomIds,
      capabilities: [],
    });
    let found = 0;
    for (const { table, column, by, id, at } of flips) {
      const { text } = editor.prepare(`select ${column} as text from ${table} where ${by} = ?`).get(id) as {
        text: string;
      };
      const write = editor.prepare(`update ${table} set ${column} = ? where ${by} = ?`);
      write.run(flipped(text, at), id);
      const verdict = await kernel.verifyAudit(workspace);
      if (!verdict.ok) found += 1;
      write.run(text, id);
    }
    expect(found).toBe(flips.length);
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true, head });
    await kernel.close();
    editor.close();
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

/** Some places of a text, always the same ones. */
function places(text: string, count: number): readonly number[] {
  return Array.from({ length: Math.min(count, text.length) }, (_, index) =>
    Math.floor(((index * 2 + 1) * text.length) / (count * 2)),
  );
}

function flipped(text: string, at: number): string {
  const other = text[at] === '0' ? '1' : '0';
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}
