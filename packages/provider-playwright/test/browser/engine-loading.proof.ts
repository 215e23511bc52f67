import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** A program, which is looked for before the engine is loaded, and no browser. */
const program = process.execPath;

/** Runs a script in a fresh process that prints every module of the engine that it loads. */
async function loadedBy(script: string): Promise<readonly string[]> {
  const watched = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (/playwright/.test(specifier) && !/^@cux/.test(specifier)) console.log('loaded ' + specifier);
      return resolved;
    } });
    const { createPlaywrightProvider } = await import('@cux/provider-playwright');
    const provider = createPlaywrightProvider({ executablePath: ${JSON.stringify(program)} });
    ${script}`;
  const cwd = path.join(import.meta.dirname, '..', '..');
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', watched], { cwd });
  return stdout.split('\n').filter((line) => line.startsWith('loaded '));
}

test('the engine is not loaded until a session is opened', async () => {
  expect(await loadedBy('provider.profile(); await provider.doctor();')).toEqual([]);
});

test('opening a session loads it', async () => {
  const workingDirectory = await mkdtemp(path.join(tmpdir(), 'cux-engine-'));
  const opened = await loadedBy(`await provider.openSession({
    guard: { proxyUrl: 'http://127.0.0.1:9', spkiSha256: '', certificateAuthority: '' },
    viewport: { width: 800, height: 600 }, storedSession: null,
    workingDirectory: ${JSON.stringify(workingDirectory)}, signal: new AbortController().signal,
  }).catch(() => undefined);`);
  await rm(workingDirectory, { recursive: true, force: true });
  expect(opened).toContain('loaded playwright-core');
});
