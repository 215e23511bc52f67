import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resultOf } from './fake-clone.ts';

const script = fileURLToPath(new URL('../../../.ci/run', import.meta.url));

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'cux-ci-'));
  mkdirSync(join(clone, '.ci'));
  copyFileSync(script, join(clone, '.ci/run'));
  program('dpkg-query', 'printf "ii "');
});
afterEach(() => rmSync(clone, { recursive: true }));

/** A program of the machine, as a few lines of shell. */
function program(name: string, lines: string): void {
  mkdirSync(join(clone, 'bin'), { recursive: true });
  writeFileSync(join(clone, 'bin', name), `#!/bin/sh\n${lines}\n`);
  chmodSync(join(clone, 'bin', name), 0o755);
}

/** What is printed on standard output by a run whose `npm test` and whose static checks print and end like this. */
async function run(tests: { print: string; code: number }, statics: { print: string; code: number }) {
  program(
    'npm',
    `if [ "$*" = test ]; then printf '${tests.print}'; exit ${tests.code}; fi
if [ "$*" = 'run check:static' ]; then printf '${statics.print}'; exit ${statics.code}; fi
exit 9`,
  );
  const { code, stdout } = await resultOf(
    spawn(join(clone, '.ci/run'), { env: { PATH: `${join(clone, 'bin')}:/usr/bin:/bin` } }),
  );
  return { code, lines: stdout.trimEnd().split('\n') };
}

const checked = { print: 'check passed\\n', code: 0 };

test('a good run ends with one sum, in which the static checks are one', async () => {
  const { code, lines } = await run({ print: 'many lines\\n7 passed, 0 failed\\n', code: 0 }, checked);
  expect(code).toBe(0);
  expect(lines.slice(-2)).toEqual(['ci: tests good, static checks good, 0 skipped', '8 passed, 0 failed']);
});

test('what failed is named again below what the static checks print', async () => {
  const failed = 'failed: packages/a test/a.test.ts > one: Error: no';
  const nested = '@cux/a:test: failed: not ours';
  const print = `${nested}\\n${failed}\\n7 passed, 1 failed, 2 skipped\\n`;
  const { code, lines } = await run({ print, code: 1 }, { print: 'check failed\\n', code: 1 });
  expect(code).toBe(1);
  expect(lines.slice(-4)).toEqual([
    'check failed',
    failed,
    'ci: tests bad, static checks bad, 2 skipped',
    '7 passed, 2 failed',
  ]);
});

test('a run that left no sum did not pass', async () => {
  const { code, lines } = await run({ print: 'cux: No network\\n', code: 1 }, checked);
  expect(code).toBe(1);
  expect(lines.slice(-2)).toEqual(['ci: tests bad, static checks good, 0 skipped', '1 passed, 1 failed']);
});
