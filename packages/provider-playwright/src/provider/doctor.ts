import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DoctorLine } from '@cux/provider-sdk';
import type { ChromiumSearch } from '../browser/find-chromium.ts';

const run = promisify(execFile);

/** Every Chromium, whatever its maker, has a version of four numbers. */
const chromiumVersion = /\d+(\.\d+){3}/;

/**
 * Whether a browser is there and answers as a Chromium does. Cheap, since every attempt asks: it starts no browser;
 * `tryChromium` does.
 */
export async function diagnose(search: ChromiumSearch): Promise<readonly DoctorLine[]> {
  if (search.kind === 'missing') {
    return [{ check: 'chromium', ok: false, message: search.message }];
  }
  const found: DoctorLine = {
    check: 'chromium',
    ok: true,
    message: `A browser program was found (${search.source}).`,
  };
  return process.platform === 'win32' ? [found] : [found, await runs(search.executablePath)];
}

async function runs(executablePath: string): Promise<DoctorLine> {
  const check = 'chromium-runs';
  try {
    const { stdout } = await run(executablePath, ['--version'], { timeout: 60_000 });
    const version = chromiumVersion.exec(stdout)?.[0];
    if (version !== undefined) {
      return { check, ok: true, message: `Its version is ${version}.` };
    }
    const message =
      'The browser program is no Chromium: set CUX_CHROMIUM to a Chrome or Chromium, or unset it to drive the one that is found.';
    return { check, ok: false, message };
  } catch {
    const message =
      'Chromium cannot be run: install its missing libraries or set CUX_CHROMIUM to another one.';
    return { check, ok: false, message };
  }
}
