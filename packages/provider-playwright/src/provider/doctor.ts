import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DoctorLine } from '@cux/provider-sdk';
import type { ChromiumSearch } from '../browser/find-chromium.ts';

const run = promisify(execFile);

/** Whether a browser is there and whether it can be run; opens no page. */
export async function diagnose(search: ChromiumSearch): Promise<readonly DoctorLine[]> {
  if (search.kind === 'missing') {
    return [{ check: 'chromium', ok: false, message: search.message }];
  }
  const found: DoctorLine = {
    check: 'chromium',
    ok: true,
    message: `Chromium was found (${search.source}).`,
  };
  if (process.platform === 'win32') {
    return [found];
  }
  try {
    const { stdout } = await run(search.executablePath, ['--version'], { timeout: 60_000 });
    const version = /\d+(\.\d+)+/.exec(stdout)?.[0] ?? 'unknown';
    return [found, { check: 'chromium-runs', ok: true, message: `Chromium ${version} can be run.` }];
  } catch {
    const message =
      'Chromium cannot be run: install its missing libraries or set CUX_CHROMIUM to another one.';
    return [found, { check: 'chromium-runs', ok: false, message }];
  }
}
