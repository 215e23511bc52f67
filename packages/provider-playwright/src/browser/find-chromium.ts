import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

export type FileKind = 'program' | 'file' | 'folder' | 'nothing';

/** What finding a browser reads; the real machine unless a test says otherwise. */
export interface MachineView {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** What stands at a path: something that can be run, another file, a folder, or nothing. */
  kindOf(file: string): FileKind;
  /** Names in a folder; empty when it cannot be read. */
  list(folder: string): readonly string[];
}

export type ChromiumSearch =
  | {
      readonly kind: 'found';
      readonly executablePath: string;
      readonly source: 'CUX_CHROMIUM' | 'named' | 'installed' | 'playwright';
    }
  /** `message`: one sentence with the next step. */
  | { readonly kind: 'missing'; readonly message: string };

type Environment = Readonly<Record<string, string | undefined>>;

const thisMachine: MachineView = {
  platform: process.platform,
  home: homedir(),
  kindOf(file) {
    try {
      if (statSync(file).isDirectory()) return 'folder';
    } catch {
      return 'nothing';
    }
    try {
      accessSync(file, constants.X_OK);
      return 'program';
    } catch {
      return 'file';
    }
  },
  list(folder) {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
};

const commands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

const usualPlaces = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe'],
} as const;

function installedPlaces(environment: Environment, { platform, home }: MachineView): string[] {
  if (platform === 'win32') {
    const roots = [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA];
    return roots.flatMap((root) =>
      root === undefined ? [] : usualPlaces.win32.map((place) => path.win32.join(root, place)),
    );
  }
  const searched = (environment.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const onPath = commands.flatMap((command) => searched.map((folder) => path.posix.join(folder, command)));
  const places = platform === 'darwin' ? usualPlaces.darwin : usualPlaces.linux;
  const own = platform === 'darwin' ? places.map((place) => path.posix.join(home, place)) : [];
  return [...onPath, ...places, ...own];
}

/** The folder in which Playwright keeps the browsers that it downloads. */
function playwrightFolder(environment: Environment, { platform, home }: MachineView): string {
  const named = environment.PLAYWRIGHT_BROWSERS_PATH;
  if (named !== undefined && named !== '' && named !== '0') {
    return named;
  }
  switch (platform) {
    case 'darwin':
      return path.posix.join(home, 'Library/Caches/ms-playwright');
    case 'win32':
      return path.win32.join(environment.LOCALAPPDATA ?? home, 'ms-playwright');
    default:
      return path.posix.join(environment.XDG_CACHE_HOME ?? path.posix.join(home, '.cache'), 'ms-playwright');
  }
}

const insideDownload = [
  ['chrome-linux64', 'chrome'],
  ['chrome-linux', 'chrome'],
  ['chrome-mac-arm64', 'Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
  ['chrome-mac-x64', 'Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
  ['chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'],
  ['chrome-win64', 'chrome.exe'],
  ['chrome-win', 'chrome.exe'],
];

function downloadedPlaces(environment: Environment, machine: MachineView): string[] {
  const folder = playwrightFolder(environment, machine);
  const { join } = machine.platform === 'win32' ? path.win32 : path.posix;
  const revisionOf = (name: string) => Number(name.slice('chromium-'.length));
  return machine
    .list(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((left, right) => revisionOf(right) - revisionOf(left))
    .flatMap((name) => insideDownload.map((parts) => join(folder, name, ...parts)));
}

/**
 * The Chromium to drive: `CUX_CHROMIUM`, an installed Chrome or Chromium, or one that Playwright manages, in
 * this order. A `CUX_CHROMIUM` that names no program is an answer, not a reason to look elsewhere.
 */
export function findChromium(
  environment: Environment = process.env,
  machine: MachineView = thisMachine,
): ChromiumSearch {
  const named = environment.CUX_CHROMIUM;
  if (named !== undefined && named !== '') {
    return namedChromium(named, 'CUX_CHROMIUM', machine);
  }
  const installed = installedPlaces(environment, machine).find((file) => machine.kindOf(file) === 'program');
  if (installed !== undefined) {
    return { kind: 'found', executablePath: installed, source: 'installed' };
  }
  const downloaded = downloadedPlaces(environment, machine).find(
    (file) => machine.kindOf(file) === 'program',
  );
  if (downloaded !== undefined) {
    return { kind: 'found', executablePath: downloaded, source: 'playwright' };
  }
  return {
    kind: 'missing',
    message:
      'No Chrome or Chromium was found: install one, run "npx playwright-core install chromium", or set CUX_CHROMIUM to its program.',
  };
}

const unfit: Readonly<Record<Exclude<FileKind, 'program'>, string>> = {
  nothing: 'names no file: give the whole path of a Chrome or Chromium',
  folder: 'names a folder: give the path of the Chrome or Chromium in it',
  file: 'names a file that cannot be run: make it executable, or give the path of a Chrome or Chromium',
};

/** The Chromium that somebody names. One that is not there is an answer, not a reason to look elsewhere. */
export function namedChromium(
  executablePath: string,
  source: 'CUX_CHROMIUM' | 'named' = 'named',
  machine: Pick<MachineView, 'kindOf'> = thisMachine,
): ChromiumSearch {
  const kind = machine.kindOf(executablePath);
  if (kind === 'program') return { kind: 'found', executablePath, source };
  const name = source === 'named' ? 'What is named as the browser (--chromium or CUX_CHROMIUM)' : source;
  return {
    kind: 'missing',
    message: `${name} ${unfit[kind]}, or leave it out to drive the one that is found.`,
  };
}
