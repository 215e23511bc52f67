import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Story } from '@cux/kernel/store-suite';
import { openSqliteStore } from '@cux/store-sqlite';
import { openTestDatabase, runSql, schemaName, type TestDatabase } from '@cux/store-suite/postgres';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cuxHere } from './cux-here.ts';
import { type CuxEnd, runCux } from './run-cux.ts';
import { stateWithGate, temporaryFolder } from './state-folder.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.end());

/** A database of its own: the command keeps its tables where a user would. */
async function freshDatabase(): Promise<string> {
  const name = schemaName(database.prefix);
  await runSql(database.url, `create database "${name}"`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Nothing that a command says may hold the password. */
function quiet(end: CuxEnd): CuxEnd {
  const { password } = new URL(database.url);
  expect(end.output + end.errors).not.toContain(password || 'postgres://');
  return end;
}

async function cux(args: readonly string[], environment: Record<string, string> = {}): Promise<CuxEnd> {
  return quiet(await cuxHere(args, environment));
}

async function json(args: readonly string[], environment: Record<string, string> = {}): Promise<unknown> {
  const end = await cux(['--json', ...args], environment);
  expect(end).toMatchObject({ code: 0, errors: '' });
  return JSON.parse(end.output);
}

describe('cux store', () => {
  it('moves a state to PostgreSQL and back into a file, with one log that goes on', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    const url = await freshDatabase();
    const first = (await json(['--state', folder, 'audit', 'verify'])) as { workspaces: { head: string }[] };
    const head = join(folder, 'head');
    writeFileSync(head, first.workspaces[0]?.head ?? '');
    const moved = await json(['--state', folder, 'store', 'copy', '--to', url]);
    expect(moved).toMatchObject({ moved: [{ workspace: 'w', earlier: false }] });
    const counted = await runSql(url, 'select count(*)::int as gates from cux.row where kind = $1', ['gate']);
    expect(counted).toEqual([{ gates: 1 }]);

    const environment = { CUX_STORE: url, CUX_STATE: folder };
    const verify = ['audit', 'verify', '--head', head];
    expect(await json(verify, environment)).toMatchObject({ workspaces: [{ ok: true }] });
    expect(await json(['gate', 'list'], environment)).toMatchObject({ gates: [{ gate_id: gateId }] });

    const back = join(temporaryFolder(test), 'back.sqlite');
    expect(await json(['store', 'copy', '--to', back], environment)).toMatchObject({ moved: [{}] });
    const again = await json(['--store', back, '--state', folder, ...verify]);
    expect(again).toMatchObject({ workspaces: [{ ok: true }] });
    const left = await cux(['--state', folder, 'gate', 'list']);
    expect(left).toMatchObject({ code: 0, output: expect.stringContaining(gateId) });
    expect(left.errors).toContain(`w was moved to postgres://${new URL(url).host}${new URL(url).pathname};`);
  });

  it('makes a copy to be read, which it brings up to date', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    const target = join(temporaryFolder(test), 'copy.sqlite');
    const copy = ['--state', folder, 'store', 'copy', '--keep-source', '--to', target];
    for (const _ of ['made', 'brought up to date']) {
      expect(await json(copy)).toMatchObject({ copied: [{ workspace: 'w' }] });
    }
    const read = await cux(['--state', folder, '--store', target, 'gate', 'list']);
    expect(read).toMatchObject({ code: 0, output: expect.stringContaining(gateId) });
    expect(read.errors).toContain('a copy of w, to be read');
    const moved = await cux(['--store', target, '--workspace', 'w', 'store', 'copy', '--to', `${target}.2`]);
    expect(moved).toMatchObject({ code: 1, output: '' });
    expect(moved.errors).toContain('move it from there');
  });

  it('copies no workspace whose log does not verify', async (test) => {
    const { folder, database: file } = await stateWithGate(test);
    const editor = new Database(file);
    editor.exec(
      `update row set body = replace(body, '"pending"', '"open"'), state = 'open' where kind = 'gate'`,
    );
    editor.close();
    const empty = await freshDatabase();
    const refused = await cux(['--state', folder, 'store', 'copy', '--to', empty]);
    expect(refused).toMatchObject({ code: 1, output: '' });
    expect(refused.errors).toContain('does not verify');
    expect(await runSql(empty, `select 1 from pg_namespace where nspname = 'cux'`)).toEqual([]);
  });

  it('copies one workspace where one is named, and says when it is not there', async (test) => {
    const { folder } = await stateWithGate(test);
    const target = join(temporaryFolder(test), 'target.sqlite');
    const copy = ['store', 'copy', '--to', target];
    const none = await cux(['--state', folder, '--workspace', 'other', ...copy]);
    expect(none).toMatchObject({ code: 1, output: '' });
    expect(existsSync(target)).toBe(false);
    const one = await json(['--state', folder, '--workspace', 'w', ...copy]);
    expect(one).toMatchObject({ moved: [{ workspace: 'w' }] });
  });

  it('migrates a database and a file, and says so', async (test) => {
    const url = await freshDatabase();
    const file = join(temporaryFolder(test), 'new.sqlite');
    for (const [store, kind, to] of [
      [url, 'postgres', 2],
      [file, 'sqlite', 3],
    ] as const) {
      const migrate = ['--store', store, 'store', 'migrate'];
      expect(await json(migrate)).toEqual({ kind, from: 0, to });
      expect(await json(migrate)).toEqual({ kind, from: to, to });
    }
  });

  it.each([':memory:', ' :memory: ', '', '  '])(
    'takes %j for no store, as nothing would be kept',
    async (name) => {
      const { folder } = await stateWithGate({ onTestFinished });
      for (const args of [
        ['--state', folder, 'store', 'copy', `--to=${name}`],
        ['--store', name || ' ', 'store', 'migrate'],
        ['--store', name || ' ', '--state', folder, 'gate', 'list'],
      ]) {
        const end = await cux(args);
        expect(end).toMatchObject({ code: 2, output: '' });
        expect(end.errors).toContain('nothing would be kept');
      }
    },
  );

  it('takes an emptied file for no new store', async (test) => {
    const { folder, database: file } = await stateWithGate(test);
    writeFileSync(file, '');
    for (const args of [
      ['--state', folder, 'gate', 'list'],
      ['--state', folder, '--store', file, 'audit', 'verify'],
      ['--state', folder, 'store', 'copy', '--to', join(folder, 'other.sqlite')],
    ]) {
      const end = await cux(args);
      expect(end).toMatchObject({ code: 1, output: '' });
      expect(end.errors).toContain('empty');
    }
    expect(statSync(file).size).toBe(0);
  });

  it.each([
    [
      'running',
      async (story: Story): Promise<void> => {
        await story.run('todo-article-1', 'draft');
      },
    ],
    [
      'committed, its approval used up',
      async (story: Story): Promise<void> => {
        await story.decide(await story.draft());
        await story.commit();
      },
    ],
  ] as const)('moves no attempt that is %s', async (_how, work) => {
    const file = join(temporaryFolder({ onTestFinished }), 'work.sqlite');
    const story = new Story(await openSqliteStore({ path: file }));
    await story.begin();
    await work(story);
    await story.kernel.close();
    const end = await cux(['--store', file, 'store', 'copy', '--to', `${file}.copy`]);
    expect(end).toMatchObject({ code: 1, output: '' });
    expect(end.errors).toContain('An attempt is under way');
    expect(await cux(['--store', `${file}.copy`, '--state', dirname(file), 'gate', 'list'])).toMatchObject({
      output: 'No gate is waiting for a decision; --all lists the others.\n',
    });
  });

  it('copies no row of a kind that it does not know', async (test) => {
    const { folder, database: file } = await stateWithGate(test);
    const editor = new Database(file);
    editor.exec(
      `insert into row select workspace, 'stranger', id, revision, state, parent_id, subject_digest, body from row limit 1`,
    );
    editor.close();
    const end = await cux(['--state', folder, 'store', 'copy', '--to', join(folder, 'other.sqlite')]);
    expect(end).toMatchObject({ code: 1, output: '' });
    expect(end.errors).toContain('does not verify');
  });

  it('reads from no file that is not there, and makes none', async (test) => {
    const { folder } = await stateWithGate(test);
    const missing = join(folder, 'no-such-file.sqlite');
    const end = await cux(['--state', folder, '--store', missing, 'gate', 'list']);
    expect(end.code).toBe(1);
    expect(existsSync(missing)).toBe(false);
  });
});

describe('a password in the URL of a store', () => {
  const secret = 'hunter2-of-the-store';

  const rows: readonly (readonly [string, (url: URL) => readonly string[]])[] = [
    ['wrong', (url) => ['--store', url.href, 'store', 'migrate']],
    ['for no database', (url) => ['--store', url.href.replace(/\/[^/]*$/, '/none'), 'store', 'migrate']],
    ['for no server', (url) => ['store', 'copy', '--to', url.href.replace(/:\d+\//, ':1/')]],
    ['in an address that is none', () => ['--store', `postgres://user:${secret}@[/x`, 'store', 'migrate']],
    ['of something else', () => ['--store', `mysql://user:${secret}@127.0.0.1/x`, 'store', 'migrate']],
    ['behind an option that is none', (url) => [`--stoer=${url.href}`, 'store', 'migrate']],
    ['behind a quote', () => ['store', `postgres://u:pa'${secret}@h/db`]],
    ['in front of a quote', () => ['store', `postgres://u:${secret}'x@h/db`]],
    ['in an address without slashes', () => ['store', `postgres:u:${secret}@h/x`]],
    ['in an address without a scheme', () => ['store', `u:${secret}@h`]],
    ['in a target without a scheme', () => ['store', 'copy', '--to', `u:${secret}@h`]],
    ['in a store without slashes', () => ['--store', `postgres:u:${secret}@h/x`, 'store', 'migrate']],
    ['behind an option, in two parts', () => [`--stoer=u:a'b ${secret}@h`, 'store', 'migrate']],
    ['where a command should be', (url) => ['--json', 'store', url.href]],
  ];

  it.for(rows)('is not shown when it is %s', async ([_how, args], test) => {
    const url = new URL(database.url);
    url.password = secret;
    const file = join(temporaryFolder(test), 'here.sqlite');
    expect((await cuxHere(['--store', file, 'store', 'migrate'])).code).toBe(0);
    const end = await cuxHere(args(url), { CUX_STORE: file });
    expect(end.code).not.toBe(0);
    expect(end.output + end.errors).not.toContain(secret);
  });

  it('is not shown when it comes from the environment', async () => {
    const url = new URL(database.url);
    url.password = secret;
    const end = await runCux(['--json', 'store', 'migrate'], {
      environment: { CUX_STORE: url.href, CUX_DEBUG: '1' },
    });
    expect(JSON.parse(end.errors)).toMatchObject({ error: { code: 'refused_login' } });
    expect(end.output + end.errors).not.toContain(secret);
    expect(end.errors).not.toContain('    at ');
  });

  it('is in no list of processes while the command waits', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
    const store = `postgres://user:${secret}@127.0.0.1:${port}/x`;
    const child = spawn(process.execPath, [program, '--store', store, 'store', 'migrate'], {
      stdio: 'ignore',
    });
    const [connection] = await once(silent, 'connection');
    expect(shownOf(child.pid)).not.toContain(secret);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    connection.destroy();
    silent.close();
  });
});

/** What everybody on the machine can read of a process; only Linux has it in a file. */
function shownOf(pid: number | undefined): string {
  const file = `/proc/${pid}/cmdline`;
  if (process.platform === 'linux') return readFileSync(file, 'utf8');
  return '';
}
