import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKernel, randomIds, systemClock } from '@cux/kernel';
import { createBuiltInPolicy } from '@cux/policy';
import { findChromium } from '@cux/provider-playwright';
import { processStart } from '@cux/provider-sdk';
import { createHost, currentProcessIdentity } from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';
import { openMemoryVault } from '@cux/vault';
import { expect, it, type TestContext } from 'vitest';
import { readNewsroomState } from '../src/newsroom/newsroom-files.ts';
import { startNewsroom } from '../src/newsroom/start-newsroom.ts';
import { leftNaming } from './processes.ts';
import { temporaryFolder } from './temporary-folder.ts';

const program = fileURLToPath(new URL('../examples/publish-one-article.ts', import.meta.url));

function chromium(): string {
  const found = findChromium();
  if (found.kind === 'missing') throw new Error(found.message);
  return found.executablePath;
}

/** The smallest whole program, until its browser is at work in a session of its own. */
async function hostAtWork(test: TestContext, origin: string, temporary: string) {
  const host = spawn(process.execPath, [program, origin], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, TMPDIR: temporary },
  });
  test.onTestFinished(() => void host.kill('SIGKILL'));
  const engine = await expect
    .poll(() => engineBelow(temporary), { timeout: 60_000, interval: 20 })
    .not.toBeNull();
  void engine;
  const found = engineBelow(temporary);
  if (found === null) throw new Error('the browser has gone already');
  return { host, ...found };
}

/** The session's folder and the pid that it names, once they are there. */
function engineBelow(temporary: string): { readonly folder: string; readonly pid: number } | null {
  const found = readdirSync(temporary, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('engine.json'),
  );
  if (found === undefined) return null;
  try {
    const { pid } = JSON.parse(readFileSync(join(temporary, found), 'utf8'));
    return { folder: join(temporary, found, '..'), pid };
  } catch {
    return null;
  }
}

async function recoverIn(workingDirectory: string): Promise<readonly string[]> {
  const kernel = createKernel({
    store: await openSqliteStore({ path: ':memory:' }),
    clock: systemClock,
    ids: randomIds,
    capabilities: [],
  });
  const host = createHost({
    workspace: 'example',
    kernel,
    vault: openMemoryVault({ clock: systemClock }),
    capabilities: [],
    providers: [],
    policy: createBuiltInPolicy({ schema_version: 'cux_action_policy_v1', label: 'none', rules: [] }),
    clock: systemClock,
    ids: randomIds,
    processId: await currentProcessIdentity(randomIds.next('session')),
    operator: { kind: 'operator', id: 'next-host' },
    agent: { kind: 'agent', id: 'none' },
    workingDirectory,
    startGuard: () => Promise.reject(new Error('recovery starts nothing')),
  });
  const told = await host.recover();
  await kernel.close();
  return told;
}

/** A person's own browser, whose profile is called exactly like the session's, in another place. */
async function foreignBrowser(test: TestContext, profile: string): Promise<ChildProcess> {
  mkdirSync(profile, { recursive: true });
  const switches = [
    '--headless',
    '--no-first-run',
    '--disable-gpu',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const browser = spawn(chromium(), [...switches, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
  });
  test.onTestFinished(async () => {
    browser.kill('SIGKILL');
    await once(browser, 'exit');
  });
  await once(browser, 'spawn');
  return browser;
}

it.runIf(process.platform === 'linux')(
  'a browser that outlives its killed host is found and ended at the next start, and a foreign one is left alone',
  async (test) => {
    const newsroom = temporaryFolder(test);
    const { origin, stop } = await startNewsroom({ directory: newsroom, port: 0, unexpectedDialog: false });
    test.onTestFinished(stop);
    const temporary = temporaryFolder(test);
    const { host, folder, pid } = await hostAtWork(test, origin, temporary);
    // One that hangs does not notice that its host has gone.
    process.kill(-pid, 'SIGSTOP');
    host.kill('SIGKILL');
    await once(host, 'exit');
    const foreign = await foreignBrowser(
      test,
      join(temporaryFolder(test), folder.split('/').at(-1) ?? '', 'profile'),
    );
    expect(await processStart(pid)).not.toBe('0');

    const workingDirectory = join(folder, '..');
    expect(await recoverIn(workingDirectory)).toEqual([
      'A browser or provider of a dead host was still there: it was ended, and its folder removed.',
    ]);
    expect(await leftNaming(`${folder}/`)).toEqual([]);
    expect(readdirSync(workingDirectory).filter((name) => name.startsWith('session-'))).toEqual([]);
    expect(foreign.exitCode).toBeNull();
    expect(await processStart(foreign.pid ?? 0)).not.toBe('0');
    expect(readNewsroomState(newsroom).publications).toEqual([]);
    expect(await recoverIn(workingDirectory)).toEqual([]);
  },
);
