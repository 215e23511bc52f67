import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createKernel, randomIds, type Store, systemClock } from '@cux/kernel';
import { migratePostgresStore, openPostgresStore } from '@cux/store-postgres';
import { migrateSqliteStore, openSqliteStore } from '@cux/store-sqlite';
import { openTestDatabase, runSql, schemaName, type TestDatabase } from '@cux/store-suite/postgres';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { cuxHere } from './cux-here.ts';
import { stateWithGate, temporaryFolder } from './state-folder.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.end());

/** One kind of store that a workspace goes to, and how its writes are held up from outside. */
interface Target {
  /** As `--to` names it. */
  readonly named: string;
  open(): Promise<Store>;
  /** Whoever inserts into a table, such rows alone where a condition is given, comes no further. */
  hold(table: string, when?: string): Promise<void>;
  /** Lets everybody go on, and ends what the dead left behind, as the server does by itself when nothing holds it up. */
  release(): Promise<void>;
  isHeld(): Promise<boolean>;
}

async function sqliteTarget(test: Pick<TestContext, 'onTestFinished'>): Promise<Target> {
  const path = join(temporaryFolder(test), 'target.sqlite');
  await migrateSqliteStore({ path });
  const using = async <Value>(task: (file: Database.Database) => Value): Promise<Value> => {
    const file = new Database(path, { timeout: 0 });
    try {
      return task(file);
    } finally {
      file.close();
    }
  };
  const endless = 'with recursive c(n) as (select 1 union all select n + 1 from c) select count(*) from c';
  return {
    named: path,
    open: () => openSqliteStore({ path }),
    hold: (table, when = 'true') =>
      using((file) => {
        file.exec(`create trigger hold before insert on ${table} when ${when} begin ${endless}; end`);
      }),
    release: () =>
      using((file) => {
        file.exec('drop trigger hold');
      }),
    isHeld: () =>
      using((file) => {
        try {
          file.exec('begin immediate; rollback');
          return false;
        } catch {
          return true;
        }
      }),
  };
}

async function postgresTarget(): Promise<Target> {
  const name = schemaName(database.prefix);
  await runSql(database.url, `create database "${name}"`);
  const address = new URL(database.url);
  address.pathname = `/${name}`;
  const url = address.href;
  await migratePostgresStore({ url });
  const asleep = `from pg_stat_activity where datname = '${name}' and wait_event = 'PgSleep'`;
  await runSql(
    url,
    `create function cux.hold() returns trigger language plpgsql as
      $$ begin perform pg_sleep(3600); return new; end $$`,
  );
  return {
    named: url,
    open: () => openPostgresStore({ url }),
    hold: async (table, when = 'true') => {
      await runSql(
        url,
        `create trigger hold before insert on cux.${table} for each row when (${when}) execute function cux.hold()`,
      );
    },
    release: async () => {
      await runSql(url, `select pg_terminate_backend(pid) ${asleep}`);
      for (const table of ['event', 'move_end'])
        await runSql(url, `drop trigger if exists hold on cux.${table}`);
    },
    isHeld: async () => (await runSql(url, `select 1 ${asleep}`)).length > 0,
  };
}

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));

function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function until(state: () => Promise<boolean>): Promise<void> {
  while (!(await state())) await pause(5);
}

/** Whether anything is decided there. */
async function decides(store: Store): Promise<boolean> {
  const kernel = createKernel({ store, clock: systemClock, ids: randomIds, capabilities: [] });
  const principal = { kind: 'operator', id: 'host' } as const;
  const key = randomIds.next('key');
  const goal = { goal_id: key, mode: 'drafting', owner_id: 'olga', quota: {} } as const;
  try {
    return (
      (await kernel.execute('create-goal', { workspace: 'w', principal, key }, goal)).kind === 'accepted'
    );
  } finally {
    await kernel.close();
  }
}

/** Where the workspace is at work: in the file, in the target. A target that holds nothing of it is not asked, as it would begin one. */
async function where(file: string, target: Target): Promise<readonly boolean[]> {
  const there = await target.open();
  const holds = (await there.workspaces()).includes('w');
  if (!holds) await there.close();
  return [await decides(await openSqliteStore({ path: file })), holds && (await decides(there))];
}

function isRetired(file: string): boolean {
  const source = new Database(file, { readonly: true });
  try {
    return (
      source.prepare("select 1 from row where kind = 'workspace' and state = 'retired'").get() !== undefined
    );
  } finally {
    source.close();
  }
}

async function expectVerified(file: string, folder: string, target: Target): Promise<void> {
  for (const store of [file, target.named]) {
    const end = await cuxHere(['--state', folder, '--store', store, 'audit', 'verify']);
    expect(end).toMatchObject({ code: 0, output: expect.stringContaining('w: verified') });
  }
}

describe.each([
  ['a SQLite file', sqliteTarget],
  ['PostgreSQL', postgresTarget],
] as const)('a move to %s whose process is killed', (_kind, makeTarget) => {
  it('while it copies: nothing has happened', async (test) => {
    const { folder, database: file } = await stateWithGate(test);
    const target = await makeTarget(test);
    await target.hold('event');
    const child = start('--state', folder, 'store', 'copy', '--to', target.named);
    await until(target.isHeld);
    child.kill('SIGKILL');
    await ended(child);
    await target.release();
    expect(await where(file, target)).toEqual([true, false]);
  });

  it.each([
    ['when it has retired the source', 'move_end', undefined, false],
    ['while it says that it has arrived', 'event', "new.kind = 'workspace-arrived'", true],
  ] as const)(
    '%s: it is at work in neither, and goes on or is taken back',
    async (_when, table, condition, goesOn) => {
      const { folder, database: file } = await stateWithGate({ onTestFinished });
      const target = await makeTarget({ onTestFinished });
      const cux = (...args: readonly string[]) =>
        cuxHere(['--state', folder, 'store', ...args, '--to', target.named]);
      await target.hold(table, condition);
      const child = start('--state', folder, 'store', 'copy', '--to', target.named);
      await until(async () => isRetired(file) && (await target.isHeld()));
      child.kill('SIGKILL');
      await ended(child);
      await target.release();
      expect(await where(file, target)).toEqual([false, false]);
      const elsewhere = await cuxHere([
        '--state',
        folder,
        'store',
        'copy',
        '--to',
        join(folder, 'other.sqlite'),
      ]);
      expect(elsewhere.errors).toContain('on its way to another store');
      if (!goesOn) {
        expect((await cux('take-back')).code).toBe(0);
        expect(await where(file, target)).toEqual([true, false]);
      }
      expect((await cux('copy')).code).toBe(0);
      expect(await where(file, target)).toEqual([false, true]);
      const late = await cux('take-back');
      expect(late).toMatchObject({ code: 1 });
      expect(late.errors).toContain('move it back from there');
      expect((await cux('copy')).output).toContain('had been moved already');
      await expectVerified(file, folder, target);
    },
  );

  it('is made by one of two at once; to two targets it goes to one', async () => {
    const { folder, database: file } = await stateWithGate({ onTestFinished });
    const [one, two] = [await makeTarget({ onTestFinished }), await makeTarget({ onTestFinished })];
    const copies = [one, one, two].map(({ named }) =>
      start('--state', folder, 'store', 'copy', '--to', named),
    );
    const codes = await Promise.all(copies.map(ended));
    const [here, first] = await where(file, one);
    const [, second] = await where(file, two);
    expect([here, first, second].filter(Boolean)).toHaveLength(1);
    expect(here).toBe(false);
    expect(codes).toEqual(first === true ? [0, 0, 1] : [1, 1, 0]);
  });
});

it('takes nothing back that a server, left alone by its client, is about to keep', async () => {
  const { folder, database: file } = await stateWithGate({ onTestFinished });
  const target = await postgresTarget();
  const url = target.named;
  await runSql(
    url,
    `create function cux.late() returns trigger language plpgsql as
      $$ begin perform pg_sleep(2); return null; end $$;
    create constraint trigger late after insert on cux.move_end deferrable initially deferred
      for each row execute function cux.late()`,
  );
  const child = start('--state', folder, 'store', 'copy', '--to', url);
  await until(target.isHeld);
  child.kill('SIGKILL');
  await ended(child);
  const back = await cuxHere(['--state', folder, 'store', 'take-back', '--to', url]);
  expect(back).toMatchObject({ code: 1, output: '' });
  expect(back.errors).toContain('has arrived');
  expect(await where(file, target)).toEqual([false, true]);
});
