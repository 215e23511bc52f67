import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DoctorLine, ProviderFault, startGuard, systemClock } from '@cux/provider-sdk';
import { findChromium, namedChromium } from '../browser/find-chromium.ts';
import { endBrowser, launchChromium } from '../browser/launch.ts';

/**
 * Starts the browser once as a session does (without a window, over a pipe, behind a guard that lets nothing pass) and
 * ends it. Opens no address and leaves nothing behind.
 * @param executablePath the one that `findChromium` finds when left out
 */
export async function tryChromium(executablePath?: string): Promise<DoctorLine> {
  const check = 'chromium-starts';
  const search = executablePath === undefined ? findChromium() : namedChromium(executablePath);
  if (search.kind === 'missing') {
    return { check, ok: false, message: search.message };
  }
  try {
    const version = await startedVersion(search.executablePath);
    return { check, ok: true, message: `Chromium ${version} was started behind a guard and ended.` };
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) {
      throw fault;
    }
    const message =
      'The browser program does not start as a Chromium without a window: install its missing libraries, or set CUX_CHROMIUM to another one.';
    return { check, ok: false, message };
  }
}

/** What the running browser says of itself. Throws a `ProviderFault` when it does not start. */
async function startedVersion(executablePath: string): Promise<string> {
  const workingDirectory = await mkdtemp(path.join(tmpdir(), 'cux-doctor-'));
  const guard = await startGuard({ clock: systemClock });
  try {
    const browser = await launchChromium({
      executablePath,
      headless: true,
      extraArguments: [],
      guard: guard.endpoint,
      viewport: { width: 800, height: 600 },
      workingDirectory,
    });
    const version = browser.context.browser()?.version() ?? '';
    await endBrowser(browser);
    return version;
  } finally {
    await guard.close();
    await rm(workingDirectory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
