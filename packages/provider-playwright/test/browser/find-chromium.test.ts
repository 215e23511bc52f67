import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findChromium, type MachineView } from '../../src/browser/find-chromium.ts';
import { createPlaywrightProvider, tryChromium } from '../../src/index.ts';

function machine(
  platform: NodeJS.Platform,
  programs: readonly string[],
  folders: Readonly<Record<string, readonly string[]>> = {},
): MachineView {
  return {
    platform,
    home: platform === 'win32' ? 'C:\\Users\\ann' : '/home/ann',
    kindOf: (file) => (programs.includes(file) ? 'program' : 'nothing'),
    list: (folder) => folders[folder] ?? [],
  };
}

const cache = '/home/ann/.cache/ms-playwright';

describe('the browser to drive', () => {
  test.each([
    [
      'named',
      { CUX_CHROMIUM: '/opt/c' },
      machine('linux', ['/opt/c', '/usr/bin/chromium']),
      '/opt/c',
      'CUX_CHROMIUM',
    ],
    [
      'on the path',
      { PATH: '/a:/b' },
      machine('linux', ['/b/google-chrome']),
      '/b/google-chrome',
      'installed',
    ],
    [
      'not by a relative path',
      { PATH: '.:/b' },
      machine('linux', ['/b/chromium']),
      '/b/chromium',
      'installed',
    ],
    [
      'in a usual place',
      {},
      machine('linux', ['/opt/google/chrome/chrome']),
      '/opt/google/chrome/chrome',
      'installed',
    ],
    [
      'on macOS',
      {},
      machine('darwin', ['/Applications/Chromium.app/Contents/MacOS/Chromium']),
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'installed',
    ],
    [
      'on Windows',
      { PROGRAMFILES: 'C:\\Program Files' },
      machine('win32', ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe']),
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'installed',
    ],
    [
      'the newest that Playwright keeps',
      {},
      machine(
        'linux',
        [`${cache}/chromium-999/chrome-linux/chrome`, `${cache}/chromium-1200/chrome-linux64/chrome`],
        {
          [cache]: ['chromium-999', 'firefox-1', 'chromium-1200', 'chromium_headless_shell-1300'],
        },
      ),
      `${cache}/chromium-1200/chrome-linux64/chrome`,
      'playwright',
    ],
  ] as const)('%s', (_because, environment, view, executablePath, source) => {
    expect(findChromium(environment, view)).toEqual({ kind: 'found', executablePath, source });
  });

  test.each([
    ['nothing there', {}, machine('linux', []), /install one/],
    [
      'a wrong CUX_CHROMIUM is not passed over',
      { CUX_CHROMIUM: '/no' },
      machine('linux', ['/usr/bin/chromium']),
      /CUX_CHROMIUM/,
    ],
  ] as const)('%s', (_because, environment, view, message) => {
    const search = findChromium(environment, view);
    expect(search.kind).toBe('missing');
    expect(search.kind === 'missing' && search.message).toMatch(message);
  });
});

describe('a browser that is named', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cux-named-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, mode: number): string => {
    writeFileSync(path.join(folder, name), '#!/bin/sh\necho no browser\n', { mode });
    return path.join(folder, name);
  };
  test.each([
    { because: 'nothing is there', named: path.join(folder, 'none'), says: 'names no file' },
    {
      because: 'the path leads through a file',
      named: path.join(file('f', 0o600), 'c'),
      says: 'names no file',
    },
    { because: 'it is a folder', named: folder, says: 'names a folder' },
    { because: 'it cannot be run', named: file('text', 0o600), says: 'cannot be run' },
    { because: 'it is no browser', named: file('other', 0o700), says: 'is no Chromium' },
  ])('is refused in one sentence with the next step where $because', async ({ named, says }) => {
    const found = findChromium({ CUX_CHROMIUM: named });
    if (says !== 'is no Chromium') expect(found).toMatchObject({ message: expect.stringContaining(says) });
    const provider = createPlaywrightProvider({ executablePath: named });
    const message = (await provider.doctor()).find(({ ok }) => !ok)?.message;
    expect(message).toContain(says);
    expect(message).toMatch(/^[^.]*CUX_CHROMIUM[^.]*\.$/);
    if (says !== 'is no Chromium') expect(await tryChromium(named)).toMatchObject({ ok: false, message });
  });
});
