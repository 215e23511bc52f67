import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addUp, forgetReports, sumLine } from '../src/test-report.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cux-report-'));
});
afterEach(() => rmSync(root, { recursive: true }));

interface Counts {
  passed?: number;
  failed?: number;
  pending?: number;
  todo?: number;
  success?: boolean;
  files?: { status: string; assertionResults: { status: string }[] }[];
}

function report(
  directory: string,
  { passed = 0, failed = 0, pending = 0, todo = 0, files = [], success }: Counts,
) {
  mkdirSync(join(root, directory, '.vitest'), { recursive: true });
  const content = {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
    testResults: files,
    success: success ?? (failed === 0 && files.length === 0),
  };
  writeFileSync(join(root, directory, '.vitest/report.json'), JSON.stringify(content));
}

const failedTest = { status: 'failed', assertionResults: [{ status: 'failed' }] };
const failedFile = { status: 'failed', assertionResults: [] };
const failedHook = { status: 'failed', assertionResults: [{ status: 'passed' }] };

test.each([
  {
    counts: [{ passed: 3 }, { passed: 4 }],
    exitCode: 0,
    line: '7 passed, 0 failed',
    because: 'packages add up',
  },
  {
    counts: [{ passed: 1, pending: 2, todo: 1 }],
    exitCode: 0,
    line: '1 passed, 0 failed, 3 skipped',
    because: 'nothing is skipped silently',
  },
  {
    counts: [{ passed: 2, failed: 1, files: [failedTest] }],
    exitCode: 1,
    line: '2 passed, 1 failed',
    because: 'a failed test is counted once',
  },
  {
    counts: [{ passed: 2, files: [failedFile, failedHook] }],
    exitCode: 1,
    line: '2 passed, 2 failed',
    because: 'a file that does not load, or whose hook fails, has no failed test to count',
  },
  {
    counts: [{ passed: 2 }, { success: false }],
    exitCode: 1,
    line: '2 passed, 1 failed',
    because: 'a package without a single test is a mistake',
  },
  {
    counts: [{ passed: 2 }],
    exitCode: 1,
    line: '2 passed, 1 failed',
    because: 'a run that failed may not look green',
  },
])('$line: $because', ({ counts, exitCode, line }) => {
  const directories = counts.map((count, index) => {
    report(`packages/${index}`, count);
    return `packages/${index}`;
  });
  expect(sumLine(addUp(root, directories, exitCode))).toBe(line);
});

test('tests that nobody saw did not pass', () => {
  report('packages/seen', { passed: 5 });
  report('packages/earlier', { passed: 9 });
  forgetReports(root, ['packages/earlier']);
  expect(existsSync(join(root, 'packages/earlier/.vitest/report.json'))).toBe(false);
  const sum = addUp(root, ['packages/seen', 'packages/earlier'], 0);
  expect(sumLine(sum)).toBe('5 passed, 1 failed');
  expect(sum.remarks).toEqual(['packages/earlier: its tests left no report; counted as failed.']);
});
