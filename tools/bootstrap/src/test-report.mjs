import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Where the vitest preset writes, in each package.
 * @param {string} name Of the suite.
 */
const fileOf = (name) => `.vitest/${name}.json`;

/** @typedef {{ passed: number, failed: number, skipped: number }} Sum */

/**
 * Removes earlier reports, so that only what this run ran or took from the cache is counted.
 * @param {string} root
 * @param {string[]} directories Relative to root.
 * @param {string} [name] Of the suite.
 */
export function forgetReports(root, directories, name = 'test') {
  for (const directory of directories) rmSync(join(root, directory, fileOf(name)), { force: true });
}

/**
 * Adds up the reports of the packages whose tests were asked for, and names what failed. A package without a report
 * counts as one failure: tests that nobody saw did not pass.
 * @param {string} root
 * @param {string[]} directories Relative to root.
 * @param {number} exitCode Of the whole test run.
 * @param {string} [name] Of the suite.
 * @returns {Sum & { failures: string[] }} As many failures as `failed` counts, each in one line.
 */
export function addUp(root, directories, exitCode, name = 'test') {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  for (const directory of directories) {
    const counted = readReport(root, directory, name);
    sum.passed += counted.passed;
    sum.skipped += counted.skipped;
    failures.push(...counted.failures);
  }
  if (exitCode !== 0 && failures.length === 0) failures.push('outside of every test; see above.');
  return { ...sum, failed: failures.length, failures };
}

/**
 * @param {string} root
 * @param {string} directory Relative to root.
 * @param {string} name Of the suite.
 * @returns {{ passed: number, skipped: number, failures: string[] }}
 */
function readReport(root, directory, name) {
  let content;
  try {
    content = JSON.parse(readFileSync(join(root, directory, fileOf(name)), 'utf8'));
  } catch {
    return { passed: 0, skipped: 0, failures: [`${directory}: its tests left no report; see above.`] };
  }
  const failures = content.testResults.flatMap((/** @type {any} */ file) =>
    failuresOf(file).map(
      ({ name, message }) =>
        `${directory} ${relative(join(root, directory), file.name)}${name}: ${firstLine(message)}`,
    ),
  );
  // No tests at all, or an error outside of every file: vitest calls the run a failure, and so do we.
  if (failures.length === 0 && content.success === false) {
    failures.push(`${directory}: the run failed outside of every test; see above.`);
  }
  return {
    passed: content.numPassedTests,
    skipped: content.numPendingTests + content.numTodoTests,
    failures,
  };
}

/**
 * @param {any} file Of vitest's report.
 * @returns {{ name: string, message: string }[]}
 */
function failuresOf({ status, message, assertionResults }) {
  const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
  // A file that fails to load, or in a hook, has no failed test of its own.
  if (failed.length === 0) return status === 'failed' ? [{ name: '', message }] : [];
  return failed.map((/** @type {any} */ { ancestorTitles, title, failureMessages }) => ({
    name: [...['', ...ancestorTitles], title].join(' > '),
    message: failureMessages[0],
  }));
}

/** How much of a message stands beside the name of what failed. Characters. */
const shownMessage = 300;

/** @param {string | undefined} message */
function firstLine(message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n');
  return (lines.find((line) => line.trim() !== '') ?? 'no message').trim().slice(0, shownMessage);
}

/**
 * The last lines of a test run: what failed, each in a line of its own that starts with `failed: `, then the sum.
 * @param {Sum & { failures: string[] }} result
 */
export function closingLines({ passed, failed, skipped, failures }) {
  const sum = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...failures.map((failure) => `failed: ${failure}`), sum].join('\n');
}
