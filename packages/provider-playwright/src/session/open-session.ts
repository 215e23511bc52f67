import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type OpenSessionOptions, type ProviderSession, recordEngine } from '@cux/provider-sdk';
import { endBrowser, type LaunchedBrowser, launchChromium } from '../browser/launch.ts';
import { createSurface } from '../surface/create-surface.ts';
import { measureGeometry } from './measure-geometry.ts';
import { Screen } from './screen.ts';
import { exportStoredSession, restoreStoredSession } from './stored-session.ts';

export interface EngineOptions {
  readonly executablePath: string;
  readonly headless: boolean;
  readonly extraArguments: readonly string[];
}

/** Empties the session's folder; a process that is still ending may write a last file, so it is tried again. */
async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.map((name) =>
      rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(
        () => undefined,
      ),
    ),
  );
}

export async function openSession(
  engine: EngineOptions,
  options: OpenSessionOptions,
): Promise<ProviderSession> {
  options.signal.throwIfAborted();
  const browser = await launchChromium({ ...engine, ...options, offTheRecord: options.retention === 'zdr' });
  try {
    if (browser.processId !== null) {
      await recordEngine(options.workingDirectory, browser.processId);
    }
    if (options.storedSession !== null) {
      await restoreStoredSession(browser.context, options.storedSession);
    }
    return liveSession(browser, await Screen.start(browser.context), options);
  } catch (fault) {
    await endBrowser(browser);
    await emptyFolder(options.workingDirectory);
    throw fault;
  }
}

function liveSession(
  browser: LaunchedBrowser,
  screen: Screen,
  { signal, workingDirectory }: OpenSessionOptions,
): ProviderSession {
  let ending: Promise<void> | null = null;
  const end = async () => {
    signal.removeEventListener('abort', close);
    screen.disconnect();
    await endBrowser(browser);
    await emptyFolder(workingDirectory);
  };
  const close = (): Promise<void> => {
    ending ??= end().catch(() => undefined);
    return ending;
  };
  signal.addEventListener('abort', close, { once: true });
  return {
    sessionReference: `playwright-${randomUUID()}`,
    surface: createSurface(screen),
    geometry: () => measureGeometry(screen),
    async exportStoredSession() {
      screen.mustBeConnected();
      return exportStoredSession(browser.context);
    },
    close,
  };
}
