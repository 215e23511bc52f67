import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { BootstrapFault } from './fault.mjs';
import { prepare } from './prepare.mjs';
import { runAndCount } from './run-and-count.mjs';
import { runProgram } from './run-program.mjs';
import { runStage } from './run-stage.mjs';
import { applicationsSuite, proofsSuite, runSuite, runTasks, testSuite } from './suites.mjs';
import { closingLines } from './test-report.mjs';
import { withToolchain } from './toolchain.mjs';
import { arrows, ofPackage, toolCommands } from './tools.mjs';

/** @typedef {import('./prepare.mjs').Workshop} Workshop */

/**
 * What can be asked for. Each returns the exit code.
 * @type {Record<string, (workshop: Workshop, args: string[]) => Promise<number>>}
 */
export const commands = { demo, cux, test, prove, cases, applications, check, ...toolCommands };

/**
 * @param {Workshop} workshop
 * @param {string[]} args
 */
async function demo(workshop, args) {
  await prepare(workshop);
  const needsNoBrowser = args.some((arg) => ['--mock', '--help', '-h', '--version'].includes(arg));
  if (!needsNoBrowser) await ensureBrowser(workshop);
  return start(workshop, 'demo', 'apps/example/dist/main.js', args);
}

/**
 * @param {Workshop} workshop
 * @param {string[]} args
 */
async function cux(workshop, args) {
  await prepare(workshop);
  return start(workshop, 'cux', 'apps/cli/dist/main.js', args);
}

/**
 * The proofs, from their sources: they are built by nobody. Then those that packages keep beside their tests. With arguments
 * only what these ask for: with turbo's `--filter`, the proofs of those packages, and everything else goes to turbo as well.
 * @param {Workshop} workshop
 * @param {string[]} args
 */
async function prove(workshop, args) {
  await prepare(workshop);
  const main = 'tools/prove/src/main.ts';
  if (args.some((arg) => /^(?:--filter|-F)(?:=|$)/.test(arg))) {
    const outcome = await runSuite(workshop, proofsSuite, [proofsSuite.task], args);
    console.log(closingLines(outcome));
    return outcome.code;
  }
  return args.length > 0 ? start(workshop, 'prove', main, args) : startWithSuite(workshop, main, proofsSuite);
}

/**
 * Runs a folder of case pages on a browser behind the guard. It is started from its sources.
 * @param {Workshop} workshop
 * @param {string[]} args
 */
async function cases(workshop, args) {
  await prepare(workshop);
  await ensureBrowser(workshop);
  return start(workshop, 'cases', 'packages/provider-playwright/test/harness/cases-main.ts', args);
}

/**
 * Every situation on real applications, judged by their own stores, from its sources, too. Then the stories that start such
 * an application. With arguments only what these ask for.
 * @param {Workshop} workshop
 * @param {string[]} args
 */
async function applications(workshop, args) {
  await prepare(workshop);
  await ensureBrowser(workshop);
  const main = 'apps/example/src/end-to-end/main.ts';
  return args.length > 0
    ? start(workshop, 'applications', main, args)
    : startWithSuite(workshop, main, applicationsSuite);
}

/**
 * @param {Workshop} workshop
 * @param {string} name
 * @param {string} main Relative to the clone.
 * @param {string[]} args
 */
async function start(workshop, name, main, args) {
  const { code, signal } = await runProgram(await nodeProgram(workshop, main, args), workshop);
  const { progress } = workshop;
  if (signal === 'SIGKILL') {
    progress.line(
      `the program was killed (SIGKILL); what it had committed is on disk, and \`${sameAgain(workshop, name, args)}\` goes on from there.`,
    );
  }
  return code;
}

/**
 * The command that was typed, but for what had it killed or would begin anew; it works where it was typed. What may hold a
 * password is left for the person to add.
 * @param {Workshop} workshop
 * @param {string} name
 * @param {string[]} args
 */
function sameAgain({ root, env }, name, args) {
  const kept = args.filter(
    (arg, index) => !/^--(?:crash(?:=.*)?|fresh)$/.test(arg) && args[index - 1] !== '--crash',
  );
  const called =
    env.npm_lifecycle_event === name
      ? `npm run ${name}${kept.length > 0 ? ' --' : ''}`
      : `node ${quoted(join(root, 'tools/bootstrap/bootstrap.mjs'))} ${name}`;
  return [called, ...kept.map((arg) => (/:\/\//.test(arg) ? '…' : quoted(arg)))].join(' ');
}

/** @param {string} text As one word of a shell. */
function quoted(text) {
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * @param {Workshop} workshop
 * @param {string} main Relative to the clone.
 * @param {string[]} args
 */
async function nodeProgram({ root, env, toolchains }, main, args) {
  const node = await toolchains.node();
  return {
    command: node,
    args: [join(root, main), ...args],
    directory: process.cwd(),
    env: withToolchain(env, { node }),
  };
}

/**
 * Runs a program that ends with a sum and then a suite, and ends with what failed in either, and the sum of both.
 * @param {Workshop} workshop
 * @param {string} main Relative to the clone.
 * @param {import('./suites.mjs').Suite} suite
 */
async function startWithSuite(workshop, main, suite) {
  const first = await runAndCount(await nodeProgram(workshop, main, []), workshop);
  // They start browsers, databases and processes that they kill: more packages at once than there are cores, and it is the
  // machine that is tested.
  const second = await runSuite(workshop, suite, [suite.task], ['--concurrency=100%']);
  const failures = [...first.failures, ...second.failures];
  console.log(
    closingLines({
      passed: first.passed + second.passed,
      failed: first.failed + second.failed,
      skipped: first.skipped + second.skipped,
      failures,
    }),
  );
  return first.code || second.code;
}

/**
 * Runs every test and ends with what failed and their sum. With --force each test runs, whatever the cache holds; what was
 * built of the same sources stays. Further arguments are turbo's.
 * @param {Workshop} workshop
 * @param {string[]} args
 */
async function test(workshop, args) {
  await prepare(workshop);
  const turboArgs = args.filter((arg) => arg !== '--force');
  // Part of the cache key of tests alone: turbo's own --force would build everything anew, one package after the other.
  const again = turboArgs.length < args.length ? { CUX_TEST_RUN: randomUUID() } : {};
  const outcome = await runSuite(workshop, testSuite, ['test'], turboArgs, again);
  console.log(closingLines(outcome));
  return outcome.code;
}

/**
 * Everything that says whether the tree is good; with --static all of it but the tests. Further arguments are
 * turbo's.
 * @param {Workshop} workshop
 * @param {string[]} args
 */
async function check(workshop, args) {
  await prepare(workshop);
  const isStatic = args.includes('--static');
  const turboArgs = args.filter((arg) => arg !== '--static');
  const lint = await ofPackage(workshop, 'biome', ['check', '--error-on-warnings', '.']);
  const findings = [
    ...(await findingsOf(workshop, 'format and lint', lint)),
    ...(await findingsOf(workshop, 'arrows', await arrows(workshop))),
  ];
  const tasks = ['typecheck', 'build', 'exports'];
  const tested = isStatic ? null : await runSuite(workshop, testSuite, [...tasks, 'test'], turboArgs);
  const code = tested === null ? await runTasks(workshop, tasks, turboArgs) : tested.code;
  // Said again where a person looks: turbo's output may be long.
  for (const { output } of findings) process.stderr.write(`${output.trim()}\n`);
  const failed = findings.map(({ name }) => name);
  const restName = isStatic ? 'types, build and exports' : 'types, build, exports and tests';
  if (code !== 0) failed.push(`${restName} (turbo names the tasks above)`);
  if (failed.length > 0) workshop.progress.line(`not good: ${failed.join(', ')}.`);
  console.log(tested === null ? (failed.length > 0 ? 'check failed' : 'check passed') : closingLines(tested));
  return failed.length > 0 ? 1 : 0;
}

/**
 * Runs a checker out of sight; what it found is shown at once and kept for the end.
 * @param {Workshop} workshop
 * @param {string} name
 * @param {import('./tools.mjs').Program} program
 * @returns {Promise<{ name: string, output: string }[]>} Empty when it found nothing.
 */
async function findingsOf(workshop, name, program) {
  try {
    await runStage({ ...program, label: `checking ${name}`, failure: `${name} found something.` }, workshop);
    return [];
  } catch (error) {
    if (!(error instanceof BootstrapFault)) throw error;
    process.stderr.write(`${error.output.trim()}\n`);
    return [{ name, output: error.output }];
  }
}
