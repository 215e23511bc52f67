import { once } from 'node:events';
import { createServer } from 'node:net';
import { type PostgresServer, runSql, schemaName, startPostgres } from '@cux/store-suite/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratePostgresStore, type OpenOptions, openPostgresStore, type StoreFault } from '../src/index.ts';
import { batchOf } from './support/batches.ts';
import { faultOf } from './support/fault-of.ts';

/** Settings, users and standing of this server are changed, so it is nobody else's. */
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.remove());

function place(changes: Partial<OpenOptions> = {}): OpenOptions & { readonly schema: string } {
  return { url: server.url, schema: schemaName(), patienceMs: 0, ...changes };
}

function secrets(): readonly string[] {
  return [server.password, String(server.port), 'wrong-password'];
}

function asUser(user: string, password: string, database = 'postgres'): string {
  return `postgres://${user}:${password}@127.0.0.1:${server.port}/${database}`;
}

async function userMade(statements = ''): Promise<string> {
  const user = schemaName();
  await runSql(
    server.url,
    `create role "${user}" login password 'secret-of-user'; ${statements.replaceAll('USER', `"${user}"`)}`,
  );
  return asUser(user, 'secret-of-user');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** What a store keeps of one workspace: nothing, where nothing was written. */
async function kept(schema: string): Promise<readonly number[]> {
  const tables = ['row', 'event', 'link', 'answer', 'workspace_time'];
  const counts = tables.map((name) => `(select count(*)::int from "${schema}".${name})`);
  const [found] = await runSql<{ counts: number[] }>(
    server.url,
    `select array[${counts.join(', ')}] as counts`,
  );
  return found?.counts ?? [];
}

const nothing = [0, 0, 0, 0, 0];

describe('a server that cannot be used', () => {
  const rows: readonly (readonly [string, () => Promise<string>, string])[] = [
    [
      'does not answer',
      async () => `postgres://postgres:${server.password}@127.0.0.1:${await freePort()}/postgres`,
      'unavailable',
    ],
    ['has another password', async () => asUser('postgres', 'wrong-password'), 'refused_login'],
    [
      'is given no password',
      async () => `postgres://postgres@127.0.0.1:${server.port}/postgres`,
      'refused_login',
    ],
    ['knows no such user', async () => asUser('nobody-known', 'wrong-password'), 'refused_login'],
    [
      'has no such database',
      async () => asUser('postgres', server.password, 'no_such_database'),
      'database_missing',
    ],
    ['lets this user make no schema', () => userMade(), 'permission_missing'],
    [
      'answers this user before it is on disk',
      () => userMade('alter role USER set synchronous_commit = off'),
      'not_durable',
    ],
    [
      'is none by its address',
      async () => `mysql://postgres:${server.password}@127.0.0.1/x`,
      'address_unreadable',
    ],
    [
      'is none by its port',
      async () => `postgres://postgres:${server.password}@127.0.0.1:${server.port}x/y`,
      'address_unreadable',
    ],
  ];

  it.each(rows)('because it %s is refused in one sentence', async (_why, url, code) => {
    const address = await url();
    const fault = await faultOf(() => openPostgresStore(place({ url: address })), secrets());
    expect(fault.code).toBe(code);
  });

  it('because its database is in another encoding is refused', async () => {
    await runSql(
      server.url,
      `create database latin encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
    );
    const fault = await faultOf(() =>
      openPostgresStore(place({ url: asUser('postgres', server.password, 'latin') })),
    );
    expect(fault.code).toBe('server_unsuited');
  });

  it('because the schema has no plain name is refused', async () => {
    expect((await faultOf(() => openPostgresStore(place({ schema: 'x"; drop table y; --' })))).code).toBe(
      'address_unreadable',
    );
  });
});

describe('the tables', () => {
  it('are made once by processes that come at the same time', async () => {
    const where = place();
    const made = await Promise.all(Array.from({ length: 6 }, () => migratePostgresStore(where)));
    expect(made.filter(({ from }) => from === 0).length).toBe(1);
    expect(made.every(({ to }) => to === 2)).toBe(true);
    const steps = await runSql(server.url, `select version from "${where.schema}".schema_migration`);
    expect(steps).toEqual([{ version: 1 }, { version: 2 }]);
  });

  it('need no right to change them once they are there', async () => {
    const where = place();
    await migratePostgresStore(where);
    const rights = `grant usage on schema "${where.schema}" to USER;
      grant select, insert, update on all tables in schema "${where.schema}" to USER`;
    const store = await openPostgresStore({ ...where, url: await userMade(rights) });
    expect(await store.commit(batchOf('k'))).toEqual({ kind: 'committed' });
    await store.close();
  });

  it('that a user may only read take no command, and nothing of it', async () => {
    const where = place();
    await migratePostgresStore(where);
    const rights = `grant usage on schema "${where.schema}" to USER;
      grant select on all tables in schema "${where.schema}" to USER`;
    const store = await openPostgresStore({ ...where, url: await userMade(rights) });
    expect(await store.workspaces()).toEqual([]);
    expect((await faultOf(() => store.commit(batchOf('k')))).code).toBe('permission_missing');
    expect(await kept(where.schema)).toEqual(nothing);
    await store.close();
  });

  const strange: readonly (readonly [string, string, string])[] = [
    [
      'newer than this version',
      `insert into schema_migration values (99, 'later', 'sha256:x')`,
      'newer_schema',
    ],
    ['made by another step than ours', `update schema_migration set checksum = 'sha256:x'`, 'other_schema'],
    [
      'made by another step, under its number',
      `update schema_migration set version = 7 where version = 2`,
      'other_schema',
    ],
    ['somebody else’s', `drop table schema_migration`, 'corrupt'],
    ['not all there', `drop table event`, 'corrupt'],
  ];

  it.each(strange)('that are %s are refused, and left as they are', async (_how, statement, code) => {
    const where = place();
    await migratePostgresStore(where);
    await runSql(server.url, `set search_path to "${where.schema}"; ${statement}`);
    const shape = `select relname, relkind from pg_class join pg_namespace as space on space.oid = relnamespace
      where nspname = $1 order by relname`;
    const before = await runSql(server.url, shape, [where.schema]);
    expect((await faultOf(() => openPostgresStore(where))).code).toBe(code);
    expect(await runSql(server.url, shape, [where.schema])).toEqual(before);
  });
});

describe('a command that the server will not store', () => {
  /** A place whose events are written under a trigger of a test. */
  async function triggered(body: string, options: Partial<OpenOptions> = {}) {
    const where = place(options);
    await migratePostgresStore(where);
    await runSql(
      server.url,
      `set search_path to "${where.schema}"; create sequence tries;
      create function act() returns trigger language plpgsql as $act$ begin ${body} return new; end $act$;
      create trigger act before insert on event for each row execute function act()`,
    );
    return where;
  }

  const tries = `nextval(tg_table_schema || '.tries')`;
  const states: readonly (readonly [string, string, string])[] = [
    ['53100', 'disk_full', 'the disk is full'],
    ['58030', 'unexpected', 'of anything else'],
    ['XX001', 'corrupt', 'a page is damaged'],
    ['40001', 'contention', 'others keep getting in the way'],
    ['40P01', 'contention', 'it is the victim of a deadlock again and again'],
  ];

  it.each(states)('because it says %s is a fault %s: %s', async (state, code) => {
    const where = await triggered(`perform ${tries}; raise exception 'a-value' using errcode = '${state}';`);
    const store = await openPostgresStore(where);
    const fault = await faultOf(() => store.commit(batchOf('k')), ['a-value']);
    expect(fault).toMatchObject({ code, sqlState: state });
    expect(await kept(where.schema)).toEqual(nothing);
    const [tried] = await runSql<{ last_value: string }>(
      server.url,
      `select last_value from "${where.schema}".tries`,
    );
    expect(Number(tried?.last_value)).toBe(code === 'contention' ? 6 : 1);
    await runSql(server.url, `drop trigger act on "${where.schema}".event`);
    expect(await store.commit(batchOf('k'))).toEqual({ kind: 'committed' });
    await store.close();
  });

  it.each(['40001', '40P01'])(
    'at first, because of another transaction (%s), is stored by a later try',
    async (state) => {
      const where = await triggered(
        `if ${tries} <= 2 then raise exception 'x' using errcode = '${state}'; end if;`,
      );
      const store = await openPostgresStore(where);
      expect(await store.commit(batchOf('k'))).toEqual({ kind: 'committed' });
      expect(await kept(where.schema)).toEqual([1, 1, 1, 1, 1]);
      await store.close();
    },
  );

  it('does not harm those that share its transaction', async () => {
    const where = await triggered(
      `if new.body like '%poison%' then raise exception 'x' using errcode = '22000'; end if;`,
    );
    const store = await openPostgresStore(where);
    const sent = ['a', 'poison', 'b', 'c'].map((key) => store.commit(batchOf(key)));
    const ends = await Promise.allSettled(sent);
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.kind : end.reason.code))).toEqual([
      'committed',
      'unexpected',
      'committed',
      'committed',
    ]);
    expect((await store.links('one', 0, 10)).length).toBe(3);
    await store.close();
  });

  it('in time is told to stop, and nothing of it is stored', async () => {
    // Patient: on a busy machine the server may first end a transaction in which this process was slow to go on.
    const limits = { statementTimeoutMs: 150, lockTimeoutMs: 50, patienceMs: 60_000 };
    const where = await triggered('perform pg_sleep(30);', limits);
    const store = await openPostgresStore(where);
    expect((await faultOf(() => store.commit(batchOf('k')))).code).toBe('timeout');
    expect(await kept(where.schema)).toEqual(nothing);
    await store.close();
  });

  it('because another transaction holds what it needs is a fault, and the same command is stored later', async () => {
    const where = place({ lockTimeoutMs: 100 });
    const store = await openPostgresStore(where);
    const holding = runSql(server.url, `begin; lock table "${where.schema}".link; select pg_sleep(600)`);
    const held = `from pg_locks where mode = 'AccessExclusiveLock' and granted`;
    await waitFor(`select 1 ${held}`);
    expect((await faultOf(() => store.commit(batchOf('k')))).code).toBe('locked');
    await Promise.all([
      expect(holding).rejects.toThrow(),
      runSql(server.url, `select pg_terminate_backend(pid) ${held}`),
    ]);
    expect(await kept(where.schema)).toEqual(nothing);
    expect(await store.commit(batchOf('k'))).toEqual({ kind: 'committed' });
    await store.close();
  });

  async function waitFor(statement: string): Promise<void> {
    while ((await runSql(server.url, statement)).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }
});

describe('a store that is open', () => {
  it('refuses to commit once the server answers before it is on disk', async () => {
    const where = place();
    const store = await openPostgresStore(where);
    expect(await store.commit(batchOf('before'))).toEqual({ kind: 'committed' });
    await runSql(server.url, 'alter system set synchronous_commit = off');
    await runSql(server.url, 'select pg_reload_conf()');
    let fault: StoreFault | null = null;
    // The server tells its processes of the change one after the other.
    for (let round = 0; fault === null && round < 200; round += 1) {
      fault = await store.commit(batchOf(`k${round}`)).then(
        () => null,
        (error) => error,
      );
    }
    expect(fault?.code).toBe('not_durable');
    await runSql(server.url, 'alter system reset synchronous_commit');
    await runSql(server.url, 'select pg_reload_conf()');
    await store.close();
  });

  it('answers no more once it is closed', async () => {
    const store = await openPostgresStore(place());
    await store.close();
    expect((await faultOf(() => store.commit(batchOf('k')))).code).toBe('closed');
    expect((await faultOf(() => store.highestTime('one'))).code).toBe('closed');
  });

  it('refuses a server that came back as a replica, or without its care for the disk', async () => {
    const where = place({ patienceMs: 20_000 });
    const store = await openPostgresStore(where);
    expect(await store.commit(batchOf('before'))).toEqual({ kind: 'committed' });
    await server.stop('fast');
    await server.start({ fsync: 'off' });
    expect((await faultOf(() => store.commit(batchOf('k')))).code).toBe('not_durable');
    await server.stop('fast');
    const standby = await startPostgres({ standbyOf: server });
    const onStandby = server.url.replace(`:${server.port}/`, `:${standby.port}/`);
    expect((await faultOf(() => openPostgresStore({ ...where, url: onStandby }))).code).toBe('read_only');
    await standby.remove();
    await server.start();
    expect(await store.commit(batchOf('after'))).toEqual({ kind: 'committed' });
    expect(await kept(where.schema)).toEqual([2, 2, 2, 2, 1]);
    await store.close();
  });
});
