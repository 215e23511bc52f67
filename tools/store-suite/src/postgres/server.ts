import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries } from './binaries.ts';
import { removeWhenParentEnds } from './watchdog.ts';

/** A PostgreSQL server of its own: a random port on loopback, a data folder that goes with it. */
export interface PostgresServer {
  /** Of its first user, with the password. */
  readonly url: string;
  readonly port: number;
  readonly password: string;
  /** The data folder. */
  readonly data: string;
  /** The process that the others belong to; 0 while it is down. */
  pid(): number;
  /** Starts it again after a stop, with settings beside the ones that it began with. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** `fast`: in order; `immediate`: as in a crash, by its own hand; `kill`: SIGKILL, to the process that the others belong to. */
  stop(how: 'fast' | 'immediate' | 'kill'): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

export interface ServerOptions {
  /** Settings beside the usual ones, for example `{ synchronous_commit: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A server that is stopped: the new one is its replica, which waits for what it would be sent. */
  readonly standbyOf?: PostgresServer;
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;
const user = 'postgres';

/** PostgreSQL refuses to run as root: then it runs as the user whom nothing belongs to. */
const nobody =
  process.platform !== 'win32' && userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Starts a server, and answers when it takes connections. It ends with this process, whatever ends that. */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cux-postgres-'));
  const watchdog = removeWhenParentEnds(folder);
  try {
    if (nobody !== undefined) await chown(folder, nobody.uid, nobody.gid);
    const binaries = await findBinaries(folder, nobody !== undefined);
    const { data, password } =
      options.standbyOf === undefined
        ? await newData(binaries, folder)
        : await standbyData(options.standbyOf, folder);
    const server = serverOn({ binaries, folder, data, password, port: await freePort(), options, watchdog });
    await server.start();
    return server;
  } catch (error) {
    watchdog.kill();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Parts {
  readonly binaries: Binaries;
  readonly folder: string;
  readonly data: string;
  readonly password: string;
  readonly port: number;
  readonly options: ServerOptions;
  readonly watchdog: ChildProcess;
}

function serverOn({ binaries, folder, data, password, port, options, watchdog }: Parts): PostgresServer {
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | null = null;
  const stop: PostgresServer['stop'] = async (how) => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signals[how]);
    await ended;
  };
  return {
    url,
    port,
    password,
    data,
    pid: () => child?.pid ?? 0,
    start: async (settings = {}) => {
      const all = { ...options.settings, ...settings };
      child = await running(binaries.postgres, [...argumentsFor(data, port, all)], url);
    },
    stop,
    remove: async () => {
      await stop('fast');
      watchdog.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function argumentsFor(
  data: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): readonly string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '16MB',
    max_connections: '60',
    autovacuum: 'off',
    ...settings,
  };
  return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function newData(
  { initdb }: Binaries,
  folder: string,
): Promise<{ readonly data: string; readonly password: string }> {
  const data = join(folder, 'data');
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (nobody !== undefined) await chown(passwordFile, nobody.uid, nobody.gid);
  // Words in another order than their code units have, so that an order that is left to the database shows.
  const order = ['--locale-provider=icu', '--icu-locale=en', '--locale=C', '--encoding=UTF8'];
  const child = spawn(
    initdb,
    ['-D', data, '-U', user, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync', ...order],
    { ...nobody, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, env: plainEnvironment() },
  );
  const said = heard(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said()}`);
  return { data, password };
}

async function standbyData(
  primary: PostgresServer,
  folder: string,
): Promise<{ readonly data: string; readonly password: string }> {
  const data = join(folder, 'data');
  await cp(primary.data, data, { recursive: true, preserveTimestamps: true });
  await writeFile(join(data, 'standby.signal'), '');
  if (nobody !== undefined) {
    const all = await readdir(data, { recursive: true });
    for (const name of ['.', ...all]) await chown(join(data, name), nobody.uid, nobody.gid);
  }
  return { data, password: primary.password };
}

/** Starts the server, and again while the remains of a killed one are in its way. */
async function running(postgres: string, options: readonly string[], url: string): Promise<ChildProcess> {
  for (let tries = 1; ; tries += 1) {
    const child = spawn(postgres, options, {
      ...nobody,
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
      env: plainEnvironment(),
    });
    const said = heard(child);
    while (child.exitCode === null && child.signalCode === null) {
      if (await answers(url)) return child;
      await pause(25);
    }
    if (tries === 100 || !said().includes('shared memory')) throw new Error(`PostgreSQL ended: ${said()}`);
    await pause(50);
  }
}

/** Whether it takes connections; a standby that waits for its primary does so, too. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function heard(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4_000);
  });
  return () => text;
}

/** Without what this process was told about other servers. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
