import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromiumGuardArguments, type GuardEndpoint, ProviderFault } from '@cux/provider-sdk';
import type { BrowserContext } from 'playwright-core';
import { ownArguments, unkeptArguments } from './chromium-arguments.ts';
import { chromiumEnvironment } from './chromium-environment.ts';
import { endProcessGroup } from './process-group.ts';
import { writeProfilePreferences } from './profile-preferences.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

export interface LaunchOptions {
  readonly executablePath: string;
  readonly headless: boolean;
  readonly extraArguments: readonly string[];
  readonly guard: GuardEndpoint;
  readonly viewport: { readonly width: number; readonly height: number };
  /** The profile and the temporary files are made in it and removed with it. */
  readonly workingDirectory: string;
  /** Nothing that a page says is kept: the session is off the record. */
  readonly offTheRecord?: boolean;
}

export interface LaunchedBrowser {
  /** Where pages are opened. */
  readonly context: BrowserContext;
  /** The one that the browser was started with, and that ends with it. */
  readonly firstContext: BrowserContext;
  /** Process id of the browser, which leads its own process group. Null when it would not say. */
  readonly processId: number | null;
  readonly profileDirectory: string;
  readonly temporaryFolder: TemporaryFolder;
}

const notStarted =
  'Chromium did not start: run `cux doctor` (in a clone `npm run -s cux -- doctor`) and do what it says.';
const noWindow =
  'Chromium opened no window: see that the display which DISPLAY or WAYLAND_DISPLAY names can be used, or do without a window.';

/**
 * Starts Chromium over a pipe (it dies when the pipe does, so a killed parent leaves no browser) with a fresh
 * profile and with the guard as its only way out.
 */
export async function launchChromium(options: LaunchOptions): Promise<LaunchedBrowser> {
  const profileDirectory = path.join(options.workingDirectory, 'profile');
  await mkdir(profileDirectory, { recursive: true, mode: 0o700 });
  await writeProfilePreferences(profileDirectory);
  const temporaryFolder = await makeTemporaryFolder(options.workingDirectory);
  const { chromium } = await import('playwright-core');
  const firstContext = await chromium
    .launchPersistentContext(profileDirectory, {
      executablePath: options.executablePath,
      headless: options.headless,
      args: [
        ...ownArguments,
        ...(options.offTheRecord === true ? unkeptArguments : []),
        ...options.extraArguments,
        ...chromiumGuardArguments(options.guard),
      ],
      env: chromiumEnvironment(process.env, options.workingDirectory, temporaryFolder.path),
      artifactsDir: temporaryFolder.path,
      ...contextOptions(options),
      // The sandbox cannot run as root; everywhere else it stays on.
      chromiumSandbox: process.getuid?.() !== 0,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 60_000,
    })
    .catch(async (cause: unknown) => {
      await temporaryFolder.release();
      throw new ProviderFault('engine_start_failed', options.headless ? notStarted : noWindow, { cause });
    });
  const processId = await processIdOf(firstContext);
  const browser = { firstContext, processId, profileDirectory, temporaryFolder };
  if (options.offTheRecord !== true) return { ...browser, context: firstContext };
  try {
    return { ...browser, context: await offTheRecord(firstContext, options) };
  } catch (fault) {
    await endBrowser(browser);
    throw fault;
  }
}

function contextOptions({ viewport }: LaunchOptions) {
  return { viewport: { ...viewport }, serviceWorkers: 'block', acceptDownloads: false } as const;
}

/** Cookies, storage, caches and history of such a context are in the browser's memory, and never in its profile. */
async function offTheRecord(first: BrowserContext, options: LaunchOptions): Promise<BrowserContext> {
  const context = await first.browser()?.newContext(contextOptions(options));
  if (context !== undefined) return context;
  throw new ProviderFault(
    'engine_start_failed',
    'Chromium opens no session off the record, without which a zdr workspace is not worked; install another Chromium.',
  );
}

async function processIdOf(context: BrowserContext): Promise<number | null> {
  try {
    const session = await context.browser()?.newBrowserCDPSession();
    const information = await session?.send('SystemInfo.getProcessInfo');
    await session?.detach();
    return information?.processInfo.find(({ type }) => type === 'browser')?.id ?? null;
  } catch {
    return null;
  }
}

/** Ends every process of the browser without asking its pages: an unload handler gets no say. */
export async function endBrowser({
  firstContext,
  processId,
  temporaryFolder,
}: Pick<LaunchedBrowser, 'firstContext' | 'processId' | 'temporaryFolder'>): Promise<void> {
  if (processId !== null) {
    endProcessGroup(processId);
  }
  await firstContext.close().catch(() => undefined);
  await temporaryFolder.release();
}
