import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

/** A folder that is gone when the test has ended. Tests that run beside others name themselves. */
export function temporaryFolder(test: Pick<TestContext, 'onTestFinished'> = { onTestFinished }): string {
  const folder = mkdtempSync(join(tmpdir(), 'cux-example-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
