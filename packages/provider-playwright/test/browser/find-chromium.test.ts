import { describe, expect, test } from 'vitest';
import { findChromium, type MachineView } from '../../src/browser/find-chromium.ts';

function machine(
  platform: NodeJS.Platform,
  programs: readonly string[],
  folders: Readonly<Record<string, readonly string[]>> = {},
): MachineView {
  return {
    platform,
    home: platform === 'win32' ? 'C:\\Users\\ann' : '/home/ann',
    isExecutable: (file) => programs.includes(file),
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
