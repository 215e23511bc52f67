import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openFileVault, openMemoryVault, parseVaultKey, type Vault } from '@cux/vault';
import { afterEach, expect, it } from 'vitest';
import { type Host, neededInVault, withinItsDays } from '../src/index.ts';
import { sessionCookie } from './support/newsroom-server.ts';
import { article, password, workspace } from './support/people.ts';
import { signsIn } from './support/sign-in.ts';
import { approve, begin, finish, mainTodo, openTodo, todo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

const key = '7e'.repeat(32);
let world: World;
let folder: string | null = null;
afterEach(async () => {
  await world.close();
  if (folder !== null) await rm(folder, { recursive: true, force: true });
  folder = null;
});

/** The story with a login wall: sign in, draft, approve, publish, read back; `between` is done before each step. */
async function tellStory(between: () => Promise<void>): Promise<void> {
  const { kernel, site } = world;
  const host: Host = world.host;
  site.wall = true;
  await begin(kernel);
  await host.runTodo(mainTodo, providerId);
  await between();
  await approve(kernel);
  await between();
  await host.enrolStoredSession((await openTodo(kernel)).todo_id, providerId, signsIn);
  await between();
  await host.runTodo(mainTodo, providerId);
  await between();
  await approve(kernel);
  await between();
  await finish(kernel, host);
  expect(site.publications).toHaveLength(1);
  expect(await todo(kernel)).toMatchObject({ state: 'done' });
}

it('a sweep before every step takes nothing that unfinished work rests on', async () => {
  let now = 0;
  const vault = openMemoryVault({ clock: { now: () => now } });
  world = await openWorld({ vault });
  const { kernel } = world;
  let removed = 0;
  const sweep = async (): Promise<void> => {
    now += 7_200_000;
    const { digests, names } = await neededInVault(kernel, workspace);
    const report = await vault.sweep({ before: now, keep: { digests, names } });
    removed += report.removed_contents;
  };
  await tellStory(sweep);
  const pending = await kernel.gates(workspace, { statuses: ['pending', 'open'] });
  for (const { attention } of pending) {
    for (const { digest } of attention.evidence) expect(await vault.get(digest)).not.toBeNull();
  }
  const before = removed;
  await sweep();
  expect(removed, 'what a finished item has left goes').toBeGreaterThan(before);
});

it('a vault that is shared is spared what attempts have left within the days of their workspace', async () => {
  let now = 0;
  const vault = openMemoryVault({ clock: { now: () => now } });
  world = await openWorld({ vault });
  const { kernel, host } = world;
  await begin(kernel);
  await finish(kernel, host);
  const attempts = await kernel.attempts(workspace);
  const kept = await Promise.all(attempts.map(({ attempt_id }) => kernel.evidence(workspace, attempt_id)));
  const digests = kept.flat().map(({ digest }) => digest);
  expect(digests.length).toBeGreaterThan(2);
  now += 86_400_000;
  const early = Math.min(...attempts.map(({ admitted_at }) => admitted_at));
  await vault.sweep({ before: now, keep: await withinItsDays(kernel, workspace, early) });
  for (const digest of digests) expect(await vault.get(digest)).not.toBeNull();
  await vault.sweep({ before: now, keep: await withinItsDays(kernel, workspace, world.clock.now() + 1) });
  for (const digest of digests) expect(await vault.get(digest)).toBeNull();
  // That it was there stays.
  const [first] = attempts;
  expect(await kernel.evidence(workspace, first?.attempt_id ?? '')).toEqual(kept[0]);
  expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
});

async function everythingIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  return [...files, ...contents];
}

it('content, passwords and stored sessions are in no file, nor in a backup of the database', async () => {
  folder = await mkdtemp(join(tmpdir(), 'cux-data-'));
  const vault: Vault = await openFileVault({
    directory: join(folder, 'vault'),
    key: parseVaultKey(key),
    clock: { now: () => 0 },
  });
  world = await openWorld({ vault, path: join(folder, 'cux.sqlite') });
  const canaries = [article.body, password, sessionCookie, key];
  let looked = 0;
  const look = async (): Promise<void> => {
    for (const held of await everythingIn(folder ?? '')) {
      looked += 1;
      for (const canary of canaries) expect(held.includes(canary), 'a canary on the disk').toBe(false);
    }
  };
  await tellStory(look);
  const database = new DatabaseSync(join(folder, 'cux.sqlite'));
  database.prepare('vacuum into ?').run(join(folder, 'backup.sqlite'));
  database.close();
  await look();
  expect(looked).toBeGreaterThan(100);
});
