import { copyFileSync, readFileSync, symlinkSync } from 'node:fs';
import { people, Story } from '@cux/kernel/store-suite';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { copyIntoSqlite, migrateSqliteStore, openSqliteStore } from '../src/index.ts';
import { migrations } from '../src/migrations/migrate.ts';
import { temporaryPath } from './support/temporary.ts';

const workspace = 'newsdesk';

async function filled(): Promise<string> {
  const path = temporaryPath();
  const story = new Story(await openSqliteStore({ path }));
  await story.begin();
  await story.draft();
  await story.kernel.close();
  return path;
}

/** Where the engine cannot make the side file that it wants for reading a log, as on a mount that takes no write. */
function withoutSideFiles(path: string): void {
  symlinkSync('/nowhere/at-all', `${path}-shm`);
}

it.each([
  ['on the file', () => undefined],
  ['on its bytes, where no side file can be made', withoutSideFiles],
])(
  'reads and verifies everything %s, refuses what would write, and changes nothing',
  async (_how, prepare) => {
    const path = await filled();
    prepare(path);
    const before = readFileSync(path);
    const store = await openSqliteStore({ path, readOnly: 'always' });
    const story = new Story(store, { series: 2 });
    const [gate] = await story.kernel.gates(workspace);
    expect(gate).toMatchObject({ status: 'pending' });
    expect(await story.kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
    const { gate_id = '', revision = 0 } = gate ?? {};
    const decision = { gate_id, revision, decision: 'approve', reason: null } as const;
    const decided = story.send('decide-gate', decision, people.reviewer);
    await expect(decided).rejects.toMatchObject({ code: 'read_only' });
    await store.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  },
);

it('says what it would have to write first: newer content in the log beside it, older tables', async () => {
  const path = await filled();
  const writer = new Database(path);
  writer.exec(`update row set revision = revision + 1`);
  const copy = temporaryPath();
  for (const part of ['', '-wal']) copyFileSync(`${path}${part}`, `${copy}${part}`);
  writer.close();
  withoutSideFiles(copy);
  await expect(openSqliteStore({ path: copy, readOnly: 'always' })).rejects.toMatchObject({
    code: 'read_only_log',
  });

  const older = await filled();
  const database = new Database(older);
  database.exec(
    `delete from schema_migration where version = ${migrations.length}; drop table store; drop table move_end`,
  );
  database.close();
  await expect(openSqliteStore({ path: older, readOnly: 'always' })).rejects.toMatchObject({
    code: 'read_only_older',
  });
});

it('is opened as any other where it can be written', async () => {
  const store = await openSqliteStore({ path: await filled(), readOnly: 'if-it-must' });
  await new Story(store, { series: 2 }).begin('article-2');
  await store.close();
});

it.each([':memory:', ' :memory: ', '', ' '])('keeps nothing in %j, as that is no file', async (path) => {
  for (const task of [
    migrateSqliteStore({ path }),
    copyIntoSqlite({ path }, workspace, async () => expect.unreachable()),
  ]) {
    await expect(task).rejects.toMatchObject({ code: 'in_memory' });
  }
});
