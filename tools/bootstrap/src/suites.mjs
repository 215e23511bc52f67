import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { BootstrapFault } from './fault.mjs';
import { turbo } from './prepare.mjs';
import { runProgram } from './run-program.mjs';
import { runStage } from './run-stage.mjs';
import { addUp, forgetReports } from './test-report.mjs';
import { findOnPath } from './toolchain.mjs';

/** @typedef {import('./prepare.mjs').Workshop} Workshop */

/**
 * Tests that are run by one command: a task of turbo, and the name of the report that the vitest preset writes for it.
 * @typedef {{ readonly task: string, readonly report: string }} Suite
 */

/** @type {Suite} What `npm test` runs. */
export const testSuite = { task: 'test', report: 'test' };
/** @type {Suite} What packages keep for `npm run prove`. */
export const proofsSuite = { task: 'proofs', report: 'proof' };
/** @type {Suite} Stories on real applications. */
export const applicationsSuite = { task: 'applications', report: 'application' };

/**
 * Runs tasks out of turbo.
 * @param {Workshop} workshop
 * @param {string[]} tasks
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {Promise<number>} The exit code.
 */
export async function runTasks(workshop, tasks, args, extra = {}) {
  const options = ['--output-logs=new-only', '--continue=dependencies-successful', ...args];
  const program = await turbo(workshop, ['run', ...tasks, ...options]);
  const { code } = await runProgram({ ...program, env: { ...program.env, ...extra } }, workshop);
  workshop.stopper.throwIfStopped();
  return code;
}

/**
 * Runs a suite, with other tasks when they are asked for, and adds up what its reports say.
 * @param {Workshop} workshop
 * @param {Suite} suite
 * @param {string[]} tasks
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 */
export async function runSuite(workshop, suite, tasks, args, extra = {}) {
  const { root, env } = workshop;
  const browser = await ensureBrowser(workshop);
  const directories = await packagesOf(workshop, suite, args);
  forgetReports(root, directories, suite.report);
  const code = await runTasks(workshop, tasks, args, {
    ...extra,
    // Part of the cache key: a result from a machine without PHP says nothing about one with it.
    CUX_TEST_TOOLS: `browser=${browser} php=${findOnPath('php', env) ?? 'none'}`,
    CUX_BOOTSTRAP_NODE: process.execPath,
    // Tests start many short programs: what one has compiled, the next one reads.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'),
  });
  const result = addUp(root, directories, code, suite.report);
  return { ...result, code: result.failed > 0 ? code || 1 : code };
}

/**
 * The folders of the packages in which turbo would run the suite with these arguments.
 * @param {Workshop} workshop
 * @param {Suite} suite
 * @param {string[]} args
 * @returns {Promise<string[]>}
 */
async function packagesOf(workshop, suite, args) {
  const program = await turbo(workshop, ['run', suite.task, '--dry=json', ...args]);
  const stage = {
    ...program,
    label: 'listing the tests',
    failure: 'turbo does not accept these arguments; its output is above.',
  };
  const { tasks } = JSON.parse(await runStage(stage, workshop));
  const found = tasks.filter(
    (/** @type {any} */ { task, command }) => task === suite.task && command !== '<NONEXISTENT>',
  );
  if (found.length === 0) throw new BootstrapFault('No package has tests for these arguments.');
  return found.map((/** @type {any} */ { directory }) => directory);
}
