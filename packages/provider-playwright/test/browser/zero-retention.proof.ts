import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findTraces } from '@cux/provider-sdk/conformance';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writableFilesOf } from '../harness/open-files.ts';
import { canaries, canaryOf, startUnkeptSite, type UnkeptSite } from '../harness/unkept-page.ts';
import { requireChromium } from '../harness/workbench.ts';

const memory = '/dev/shm';
const host = path.join(import.meta.dirname, '..', 'harness', 'unkept-host.mjs');

let site: UnkeptSite;
let inMemory: string;
let onDisk: string;
let child: ChildProcess | null = null;
beforeEach(async () => {
  site = await startUnkeptSite();
  inMemory = await mkdtemp(path.join(memory, 'cux-test-'));
  onDisk = await mkdtemp(path.join(tmpdir(), 'cux-unkept-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await expect.poll(browserProcesses, { timeout: 60_000 }).toEqual([]);
  await site.close();
  for (const folder of [inMemory, onDisk]) {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

/** Processes that name the folder: the browser with all its children. */
async function browserProcesses(): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const named = await Promise.all(
    ids.map(async (id) => {
      const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
      return environment.includes(`HOME=${inMemory}`) ? [Number(id)] : [];
    }),
  );
  return named.flat();
}

test.skipIf(!existsSync(memory))(
  'a page leaves nothing of itself in any file, while its browser lives and after its host was killed',
  async () => {
    const temporary = path.join(onDisk, 'temporary');
    await mkdir(temporary);
    const command = [host, inMemory, requireChromium(), site.origin, site.path];
    const started = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: path.join(import.meta.dirname, '..', '..'),
      env: { ...process.env, TMPDIR: temporary, HOME: onDisk, CUX_TYPED: canaryOf('typed') },
    });
    child = started;
    const [said] = (await once(started.stdout, 'data')) as [Buffer];
    const { tree, picture } = JSON.parse(said.toString());
    const put = await site.done;

    // The page was really seen, and has really put away what must not stay.
    expect(tree).toContain(canaryOf('text'));
    expect(picture).toBeGreaterThan(1_000);
    for (const [place, text] of Object.entries(put))
      expect(text, place).toContain(canaryOf(place as 'local'));
    expect(site.downloads()).toBe(1);

    expect(await findTraces([inMemory, onDisk], canaries), 'while it lives').toEqual([]);
    const processes = await browserProcesses();
    expect(processes.length).toBeGreaterThan(2);
    const written = new Set((await Promise.all(processes.map(writableFilesOf))).flat());
    expect([...written].filter((file) => !file.startsWith(`${inMemory}/`))).toEqual([]);
    expect(written.size).toBeGreaterThan(0);
    expect(await writableFilesOf(started.pid ?? 0), 'of the host').toEqual([]);

    started.kill('SIGKILL');
    await expect.poll(browserProcesses, { timeout: 60_000 }).toEqual([]);
    expect((await readdir(inMemory)).length).toBeGreaterThan(0);
    expect(await findTraces([inMemory, onDisk], canaries), 'after it was killed').toEqual([]);
  },
  180_000,
);
