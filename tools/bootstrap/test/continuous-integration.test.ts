import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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

interface Part {
  readonly print: string;
  readonly code: number;
  /** Lines of shell that run first. */
  readonly before?: string;
}

/** What is printed on standard output by a run whose parts print and end like this. */
async function run(
  tests: Part,
  statics: Part,
  applications: Part = played,
  before = '',
  proofs: Part = proved,
  second: Part = goodAgain,
) {
  program(
    'npm',
    `echo "$*" >> calls
if [ "$*" = '${again('test')}' ] || [ "$*" = '${again('run prove')}' ]; then printf '${second.print}'; exit ${second.code}; fi
if [ "$*" = test ]; then ${before}
printf '${tests.print}'; exit ${tests.code}; fi
if [ "$*" = 'run check:static' ]; then printf '${statics.print}'; exit ${statics.code}; fi
if [ "$*" = 'run prove' ]; then ${proofs.before ?? ''}
printf '${proofs.print}'; exit ${proofs.code}; fi
if [ "$*" = 'run applications' ]; then printf '${applications.print}'; exit ${applications.code}; fi
exit 9`,
  );
  const { code, stdout } = await resultOf(
    spawn(join(clone, '.ci/run'), { env: { PATH: `${join(clone, 'bin')}:/usr/bin:/bin` } }),
  );
  return { code, lines: stdout.trimEnd().split('\n') };
}

/** How the failures of package `a` are tried again. */
const again = (command: string) => `${command} -- --filter=./packages/a --concurrency=1`;

const goodAgain = { print: '2 passed, 0 failed\\n', code: 0 };
const proved = { print: 'a table\\n3 passed, 0 failed, 1 skipped\\n', code: 0 };
const played = { print: 'a table\\n5 passed, 0 failed\\n', code: 0 };
const checked = { print: 'check passed\\n', code: 0 };

test('a good run ends with one sum, in which the static checks are one', async () => {
  const { code, lines } = await run({ print: 'many lines\\n7 passed, 0 failed\\n', code: 0 }, checked);
  expect(code).toBe(0);
  expect(lines.slice(-2)).toEqual([
    'ci: tests good, proofs good, applications good, static checks good, 1 skipped',
    '16 passed, 0 failed',
  ]);
});

test('what failed is named again below what the static checks print', async () => {
  const failed = 'failed: packages/a test/a.test.ts > one: Error: no';
  const nested = '@cux/a:test: failed: not ours';
  const print = `${nested}\\n${failed}\\n7 passed, 1 failed, 2 skipped\\n`;
  const second = { print: `${nested}\\n${failed}\\n1 passed, 1 failed\\n`, code: 1 };
  const statics = { print: 'check failed\\n', code: 1 };
  const { code, lines } = await run({ print, code: 1 }, statics, played, '', proved, second);
  expect(code).toBe(1);
  expect(lines.slice(-5)).toEqual([
    'check failed',
    failed.replace('failed:', 'failed once:'),
    failed,
    'ci: tests bad, proofs good, applications good, static checks bad, 3 skipped',
    '15 passed, 2 failed',
  ]);
});

test.each(['packages/a test/a.test.ts > one: Error: no', 'packages/a: its tests left no report; see above.'])(
  'what passes only the second time, alone, is told, and does not fail the run (%s)',
  async (failed) => {
    const tests = { print: `failed: ${failed}\\n6 passed, 1 failed\\n`, code: 1 };
    const { code, lines } = await run(tests, checked);
    expect(code).toBe(0);
    expect(readFileSync(join(clone, 'calls'), 'utf8').split('\n').slice(0, 2)).toEqual([
      'test',
      again('test'),
    ]);
    expect(lines.slice(-3)).toEqual([
      `failed once: ${failed}`,
      'ci: tests good, proofs good, applications good, static checks good, 1 skipped',
      '16 passed, 0 failed',
    ]);
  },
);

test('a run that left no sum did not pass', async () => {
  const { code, lines } = await run({ print: 'cux: No network\\n', code: 1 }, checked);
  expect(code).toBe(1);
  expect(lines.slice(-2)).toEqual([
    'ci: tests bad, proofs good, applications good, static checks good, 1 skipped',
    '9 passed, 1 failed',
  ]);
});

test('a run that ends badly without naming anything is told, too, where the second one is good', async () => {
  const first = `if [ ! -e proved ]; then touch proved; printf 'Killed\\n'; exit 137; fi`;
  const good = { print: '7 passed, 0 failed\\n', code: 0 };
  const { code, lines } = await run(good, checked, played, '', { ...proved, before: first });
  expect(code).toBe(0);
  expect(lines.slice(-3)).toEqual([
    'failed once: npm run prove: ended with 137, and named nothing; see above.',
    'ci: tests good, proofs good, applications good, static checks good, 1 skipped',
    '16 passed, 0 failed',
  ]);
});

test('what was found is not tried again, however much failed beside it', async () => {
  const good = { print: '7 passed, 0 failed\\n', code: 0 };
  const many = `seq -f 'failed: simulation: seed %g: gate.consumed-once' 20000; if [ -e proved ]; then exit 9; fi; touch proved`;
  const { code, lines } = await run(good, checked, played, '', {
    print: '2 passed, 1 failed\\n',
    code: 1,
    before: many,
  });
  expect(code).toBe(1);
  expect(lines.filter((line) => line.startsWith('failed: '))).toEqual([]);
  expect(lines.at(-1)).toBe('15 passed, 1 failed');
});

test('a row on a real application that is not as it should be fails the run, and is named', async () => {
  const failed = 'failed: wordpress: rejected: writes: expected 0, seen 1';
  const print = `${failed}\\n4 passed, 1 failed\\n`;
  const { code, lines } = await run({ print: '7 passed, 0 failed\\n', code: 0 }, checked, { print, code: 1 });
  expect(code).toBe(1);
  expect(lines.slice(-3)).toEqual([
    failed,
    'ci: tests good, proofs good, applications bad, static checks good, 1 skipped',
    '15 passed, 1 failed',
  ]);
});

test('what a proof found fails the run at once, and is named', async () => {
  const found = 'simulation: seed 7: gate.consumed-once';
  const good = { print: '7 passed, 0 failed\\n', code: 0 };
  const once = 'if [ -e proved ]; then exit 9; fi; touch proved;';
  const { code, lines } = await run(good, checked, played, '', {
    print: `failed: packages/a test/a.proof.ts > one: Error: no\\nfailed: ${found}\\n2 passed, 2 failed\\n`,
    code: 1,
    before: once,
  });
  expect(code).toBe(1);
  expect(lines.slice(-4)).toEqual([
    'failed once: packages/a test/a.proof.ts > one: Error: no',
    `failed once: ${found}`,
    'ci: tests good, proofs bad, applications good, static checks good, 0 skipped',
    '15 passed, 2 failed',
  ]);
});

test('a proof of a package that passes only the second time is told, and does not fail the run', async () => {
  const failed = 'packages/a test/a.proof.ts > one: Error: no';
  const good = { print: '7 passed, 0 failed\\n', code: 0 };
  const proofs = { print: `failed: ${failed}\\n2 passed, 1 failed, 1 skipped\\n`, code: 1 };
  const { code, lines } = await run(good, checked, played, '', proofs);
  expect(code).toBe(0);
  expect(lines.slice(-3)).toEqual([
    `failed once: ${failed}`,
    'ci: tests good, proofs good, applications good, static checks good, 1 skipped',
    '16 passed, 0 failed',
  ]);
});

test('a part that ends badly fails the run, whatever its sum says', async () => {
  const good = '5 passed, 0 failed\\n';
  const { code, lines } = await run({ print: good, code: 0 }, checked, { print: good, code: 1 });
  expect(code).toBe(1);
  expect(lines.at(-1)).toBe('14 passed, 1 failed');
});
