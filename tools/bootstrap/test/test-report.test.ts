import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addUp, closingLines, forgetReports } from '../src/test-report.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cux-report-'));
});
afterEach(() => rmSync(root, { recursive: true }));

interface Outcome {
  status: string;
  ancestorTitles?: string[];
  title?: string;
  failureMessages?: string[];
}

interface Counts {
  passed?: number;
  pending?: number;
  todo?: number;
  success?: boolean;
  /** The files that failed, by their names in the package. */
  files?: { name: string; message?: string; assertionResults: Outcome[] }[];
}

function report(
  directory: string,
  { passed = 0, pending = 0, todo = 0, files = [], success = files.length === 0 }: Counts,
) {
  mkdirSync(join(root, directory, '.vitest'), { recursive: true });
  const failed = files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'failed');
  const content = {
    numPassedTests: passed,
    numFailedTests: failed.length,
    numPendingTests: pending,
    numTodoTests: todo,
    testResults: files.map((file) => ({
      message: '',
      ...file,
      status: 'failed',
      name: join(root, directory, file.name),
    })),
    success,
  };
  writeFileSync(join(root, directory, '.vitest/test.json'), JSON.stringify(content));
}

const failedTest = {
  name: 'test/gate.test.ts',
  assertionResults: [
    {
      status: 'failed',
      ancestorTitles: ['a gate', 'that is open'],
      title: 'closes once',
      failureMessages: [
        '\n\u001b[31mAssertionError\u001b[39m: expected 2 to be 1\n    at test/gate.test.ts:1:1',
      ],
    },
    { status: 'passed', ancestorTitles: [], title: 'another' },
    { status: 'failed', ancestorTitles: [], title: 'no message', failureMessages: [] },
  ],
};
const failedFile = {
  name: 'test/broken.test.ts',
  message: 'Error: Cannot find module\nRequire stack:',
  assertionResults: [],
};
const failedHook = {
  name: 'test/hook.test.ts',
  message: `Error: ${'long '.repeat(100)}`,
  assertionResults: [{ status: 'passed' }],
};

test.each([
  {
    counts: [{ passed: 3 }, { passed: 4 }],
    exitCode: 0,
    lines: ['7 passed, 0 failed'],
    because: 'packages add up',
  },
  {
    counts: [{ passed: 1, pending: 2, todo: 1 }],
    exitCode: 0,
    lines: ['1 passed, 0 failed, 3 skipped'],
    because: 'nothing is skipped silently',
  },
  {
    counts: [{ passed: 1 }, { passed: 2, files: [failedTest] }],
    exitCode: 1,
    lines: [
      'failed: packages/1 test/gate.test.ts > a gate > that is open > closes once: AssertionError: expected 2 to be 1',
      'failed: packages/1 test/gate.test.ts > no message: no message',
      '3 passed, 2 failed',
    ],
    because: 'a failed test is named and counted once',
  },
  {
    counts: [{ passed: 2, files: [failedFile, failedHook] }],
    exitCode: 1,
    lines: [
      'failed: packages/0 test/broken.test.ts: Error: Cannot find module',
      `failed: packages/0 test/hook.test.ts: Error: ${'long '.repeat(58)}lon`,
      '2 passed, 2 failed',
    ],
    because: 'a file that does not load, or whose hook fails, has no failed test to count',
  },
  {
    counts: [{ passed: 2 }, { success: false }],
    exitCode: 1,
    lines: ['failed: packages/1: the run failed outside of every test; see above.', '2 passed, 1 failed'],
    because: 'a package without a single test is a mistake, and so is an error that nobody caught',
  },
  {
    counts: [{ passed: 2 }],
    exitCode: 1,
    lines: ['failed: outside of every test; see above.', '2 passed, 1 failed'],
    because: 'a run that failed may not look green',
  },
])('$lines: $because', ({ counts, exitCode, lines }) => {
  const directories = counts.map((count, index) => {
    report(`packages/${index}`, count);
    return `packages/${index}`;
  });
  expect(closingLines(addUp(root, directories, exitCode)).split('\n')).toEqual(lines);
});

test('tests that nobody saw did not pass', () => {
  report('packages/seen', { passed: 5 });
  report('packages/earlier', { passed: 9 });
  forgetReports(root, ['packages/earlier']);
  expect(existsSync(join(root, 'packages/earlier/.vitest/test.json'))).toBe(false);
  report('packages/half', {});
  writeFileSync(join(root, 'packages/half/.vitest/test.json'), '{ "numPassed');
  const sum = addUp(root, ['packages/seen', 'packages/earlier', 'packages/half'], 1);
  expect(closingLines(sum).split('\n')).toEqual([
    'failed: packages/earlier: its tests left no report; see above.',
    'failed: packages/half: its tests left no report; see above.',
    '5 passed, 2 failed',
  ]);
});
