import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { expect, onTestFinished, test } from 'vitest';

/** What a browser is started with; the one here writes it down and ends. */
async function startedWith(): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cux-arguments-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [browser, written] = [path.join(folder, 'browser'), path.join(folder, 'arguments')];
  await writeFile(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > ${written}\n`, { mode: 0o755 });
  const opening = createPlaywrightProvider({ executablePath: browser }).openSession({
    guard: { proxyUrl: 'http://127.0.0.1:9', spkiSha256: '', certificateAuthority: '' },
    viewport: { width: 800, height: 600 },
    storedSession: null,
    workingDirectory: folder,
    signal: new AbortController().signal,
  });
  await expect(opening).rejects.toMatchObject({ code: 'engine_start_failed' });
  return (await readFile(written, 'utf8')).split('\n');
}

test('what Playwright turns off stays off, and no page of the address bar is loaded', async () => {
  const key = '--disable-features=';
  const lists = (await startedWith())
    .filter((argument) => argument.startsWith(key))
    .map((argument) => argument.slice(key.length).split(','));
  // Chromium heeds the last one.
  const [theirs = [], ours = []] = lists;
  expect(lists).toHaveLength(2);
  expect(theirs.filter((feature) => !ours.includes(feature))).toEqual([]);
  expect(ours.filter((feature) => !theirs.includes(feature))).toEqual([
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
  ]);
});
