import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createPlaywrightProvider, tryChromium } from '@cux/provider-playwright';
import { startGuard, systemClock } from '@cux/provider-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { profilePreferences } from '../../src/browser/profile-preferences.ts';
import { requireChromium } from '../harness/workbench.ts';

const run = promisify(execFile);
const orphan = path.join(import.meta.dirname, '..', 'harness', 'orphan.mjs');

/** Processes whose command line names this folder; Linux keeps them in /proc, elsewhere `ps` tells. */
async function processesOf(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-axo', 'pid=,command=']);
    return stdout.split('\n').filter((line) => line.includes(folder));
  }
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const lines = await Promise.all(
    ids.map(async (id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder) && !line.includes('orphan.mjs'));
}

let workingDirectory: string;
beforeEach(async () => {
  workingDirectory = await mkdtemp(path.join(tmpdir(), 'cux-lifetime-'));
});
afterEach(() => rm(workingDirectory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const sessionOptions = (guard: Awaited<ReturnType<typeof startGuard>>, signal: AbortSignal) => ({
  guard: guard.endpoint,
  viewport: { width: 800, height: 600 },
  storedSession: null,
  workingDirectory,
  signal,
});

describe('the browser', () => {
  test.each([
    ['near', 'where its own folder is near', []],
    ['d'.repeat(90), 'where its own folder lies too deep for a socket', ['a folder', 'a link']],
  ])(
    'dies with a host that is killed, and leaves no file elsewhere (%#), %s',
    async (folder, _because, left) => {
      const hostTemporary = await mkdtemp(path.join(tmpdir(), 'cux-host-'));
      const deep = path.join(workingDirectory, folder);
      await mkdir(deep);
      const host = spawn(process.execPath, [orphan, deep, requireChromium()], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, TMPDIR: hostTemporary },
      });
      await once(host.stdout, 'data');
      expect((await processesOf(workingDirectory)).length).toBeGreaterThan(0);
      expect((await readdir(path.join(deep, 't'))).length).toBeGreaterThan(0);
      host.kill('SIGKILL');
      await expect.poll(() => processesOf(workingDirectory)).toEqual([]);
      const entries = await readdir(hostTemporary, { recursive: true, withFileTypes: true });
      const kinds = entries.map((entry) =>
        entry.isDirectory() ? 'a folder' : entry.isSymbolicLink() ? 'a link' : entry.name,
      );
      expect(kinds).toEqual(left);
      await rm(hostTemporary, { recursive: true });
    },
  );

  /** What a close leaves is asked of every provider by the conformance suite. */
  test('is gone, with its profile, after an abort', async () => {
    const guard = await startGuard({ clock: systemClock });
    const controller = new AbortController();
    const provider = createPlaywrightProvider({ executablePath: requireChromium() });
    const session = await provider.openSession(sessionOptions(guard, controller.signal));
    expect((await processesOf(workingDirectory)).length).toBeGreaterThan(0);
    // Nobody in front of its window is offered to keep a password.
    const preferences = await readFile(
      path.join(workingDirectory, 'profile', 'Default', 'Preferences'),
      'utf8',
    );
    expect(JSON.parse(preferences)).toMatchObject(profilePreferences);
    controller.abort();
    await session.close();
    await expect.poll(() => processesOf(workingDirectory)).toEqual([]);
    expect(await readdir(workingDirectory)).toEqual([]);
    await guard.close();
  });

  test.each([
    { headless: true, next: 'cux doctor' },
    { headless: false, next: 'DISPLAY' },
  ])('that does not start is a fault with a next step, headless: $headless', async ({ headless, next }) => {
    const guard = await startGuard({ clock: systemClock });
    const provider = createPlaywrightProvider({ executablePath: process.execPath, headless });
    const opening = provider.openSession(sessionOptions(guard, new AbortController().signal));
    await expect(opening).rejects.toMatchObject({
      name: 'ProviderFault',
      code: 'engine_start_failed',
      message: expect.stringContaining(next),
    });
    await guard.close();
  });
});

describe('the provider', () => {
  test('loads no engine before a session is opened', async () => {
    const script = `
      import { createPlaywrightProvider, tryChromium } from '@cux/provider-playwright';
      import module from 'node:module';
      createPlaywrightProvider().profile();
      process.stdout.write(String(Object.keys(module._cache).filter((file) => file.includes('playwright-core')).length));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
    });
    expect(stdout).toBe('0');
  });

  test('says what is missing', async () => {
    const lines = await createPlaywrightProvider({ executablePath: '/nowhere/chromium' }).doctor();
    expect(lines.find(({ ok }) => !ok)?.message).toMatch(/CUX_CHROMIUM/);
    const good = await createPlaywrightProvider({ executablePath: requireChromium() }).doctor();
    expect(good.map(({ ok }) => ok)).toEqual([true, true]);
  });

  test.each([
    ['/usr/bin/true', 'ends without doing anything'],
    [process.execPath, 'answers --version, but is no browser'],
  ])('does not take %s for a browser: it %s', async (executablePath) => {
    const lines = await createPlaywrightProvider({ executablePath }).doctor();
    expect(lines.map(({ ok }) => ok)).toEqual([true, false]);
    expect(lines[1]?.message).toMatch(/CUX_CHROMIUM/);
    const started = await tryChromium(executablePath);
    expect(started).toMatchObject({ ok: false, message: expect.stringContaining('CUX_CHROMIUM') });
  });

  test('can try whether the browser starts', async () => {
    expect(await tryChromium(requireChromium())).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^Chromium \d+(\.\d+){3} was started/),
    });
  });
});
