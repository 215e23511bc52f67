import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where the vitest preset writes, in each package. */
const report = '.vitest/report.json';

/** @typedef {{ passed: number, failed: number, skipped: number }} Sum */

/**
 * Removes earlier reports, so that only what this run ran or took from the cache is counted.
 * @param {string} root
 * @param {string[]} directories Relative to root.
 */
export function forgetReports(root, directories) {
  for (const directory of directories) rmSync(join(root, directory, report), { force: true });
}

/**
 * Adds up the reports of the packages whose tests were asked for. A package without a report counts as one
 * failure: tests that nobody saw did not pass.
 * @param {string} root
 * @param {string[]} directories Relative to root.
 * @param {number} exitCode Of the whole test run.
 * @returns {Sum & { remarks: string[] }}
 */
export function addUp(root, directories, exitCode) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const remarks = [];
  for (const directory of directories) {
    const counted = readReport(join(root, directory, report));
    if (counted === undefined) remarks.push(`${directory}: its tests left no report; counted as failed.`);
    const { passed, failed, skipped } = counted ?? { passed: 0, failed: 1, skipped: 0 };
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  if (exitCode !== 0 && sum.failed === 0) {
    sum.failed = 1;
    remarks.push('The run failed outside of a test (see above); counted as failed.');
  }
  return { ...sum, remarks };
}

/**
 * @param {string} path
 * @returns {Sum | undefined}
 */
function readReport(path) {
  let content;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
  // A file that fails to load, or in a hook, has no failed test of its own.
  const failedFiles = content.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  ).length;
  const failed = content.numFailedTests + failedFiles;
  // No tests at all, or an error outside of every file: vitest calls the run a failure, and so do we.
  const failedRun = failed === 0 && content.success === false ? 1 : 0;
  return {
    passed: content.numPassedTests,
    failed: failed + failedRun,
    skipped: content.numPendingTests + content.numTodoTests,
  };
}

/**
 * The last line of a test run.
 * @param {Sum} sum
 */
export function sumLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
