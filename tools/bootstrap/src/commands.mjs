import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { BootstrapFault } from './fault.mjs';
import { prepare, turbo } from './prepare.mjs';
import { runProgram } from './run-program.mjs';
import { runStage } from './run-stage.mjs';
import { addUp, closingLines, forgetReports } from './test-report.mjs';
import { findOnPath, withToolchain } from './toolchain.mjs';
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
 * The proofs, from their sources: they are built by nobody.
 * @param {Workshop} workshop
 * @param {string[]} args
 */
async function prove(workshop, args) {
  await prepare(workshop);
  return start(workshop, 'prove', 'tools/prove/src/main.ts', args);
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
 * Every situation on real applications, judged by their own stores. From its sources, too.
 * @param {Workshop} workshop
 * @param {string[]} args
 */
async function applications(workshop, args) {
  await prepare(workshop);
  await ensureBrowser(workshop);
  return start(workshop, 'applications', 'apps/example/src/end-to-end/main.ts', args);
}

/**
 * @param {Workshop} workshop
 * @param {string} name
 * @param {string} main Relative to the clone.
 * @param {string[]} args
 */
async function start(workshop, name, main, args) {
  const { root, env, toolchains, progress } = workshop;
  const node = await toolchains.node();
  const { code, signal } = await runProgram(
    {
      command: node,
      args: [join(root, main), ...args],
      directory: process.cwd(),
      env: withToolchain(env, { node }),
    },
    workshop,
  );
  if (signal === 'SIGKILL') {
    progress.line(
      `the program was killed (SIGKILL); what it had committed is on disk, and \`npm run ${name}\` goes on from there.`,
    );
  }
  return code;
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
  const outcome = await runTests(workshop, ['test'], turboArgs, again);
  console.log(outcome.closing);
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
  const rest = isStatic
    ? await runTasks(workshop, tasks, turboArgs)
    : await runTests(workshop, [...tasks, 'test'], turboArgs);
  // Said again where a person looks: turbo's output may be long.
  for (const { output } of findings) process.stderr.write(`${output.trim()}\n`);
  const failed = findings.map(({ name }) => name);
  const restName = isStatic ? 'types, build and exports' : 'types, build, exports and tests';
  if (rest.code !== 0) failed.push(`${restName} (turbo names the tasks above)`);
  if (failed.length > 0) workshop.progress.line(`not good: ${failed.join(', ')}.`);
  console.log(isStatic ? (failed.length > 0 ? 'check failed' : 'check passed') : rest.closing);
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

/**
 * @param {Workshop} workshop
 * @param {string[]} tasks
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 */
async function runTasks(workshop, tasks, args, extra = {}) {
  const options = ['--output-logs=new-only', '--continue=dependencies-successful', ...args];
  const program = await turbo(workshop, ['run', ...tasks, ...options]);
  const { code } = await runProgram({ ...program, env: { ...program.env, ...extra } }, workshop);
  workshop.stopper.throwIfStopped();
  return { code, closing: '' };
}

/**
 * @param {Workshop} workshop
 * @param {string[]} tasks
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 */
async function runTests(workshop, tasks, args, extra = {}) {
  const { root, env } = workshop;
  const browser = await ensureBrowser(workshop);
  const directories = await testedPackages(workshop, args);
  forgetReports(root, directories);
  const { code } = await runTasks(workshop, tasks, args, {
    ...extra,
    // Part of the cache key: a result from a machine without PHP says nothing about one with it.
    CUX_TEST_TOOLS: `browser=${browser} php=${findOnPath('php', env) ?? 'none'}`,
    CUX_BOOTSTRAP_NODE: process.execPath,
    // Tests start many short programs: what one has compiled, the next one reads.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'),
  });
  const result = addUp(root, directories, code);
  return { code: result.failed > 0 ? code || 1 : code, closing: closingLines(result) };
}

/**
 * The folders of the packages whose tests turbo would run with these arguments.
 * @param {Workshop} workshop
 * @param {string[]} args
 * @returns {Promise<string[]>}
 */
async function testedPackages(workshop, args) {
  const program = await turbo(workshop, ['run', 'test', '--dry=json', ...args]);
  const stage = {
    ...program,
    label: 'listing the tests',
    failure: 'turbo does not accept these arguments; its output is above.',
  };
  const { tasks } = JSON.parse(await runStage(stage, workshop));
  const tested = tasks.filter(
    (/** @type {any} */ { task, command }) => task === 'test' && command !== '<NONEXISTENT>',
  );
  if (tested.length === 0) throw new BootstrapFault('No package has tests for these arguments.');
  return tested.map((/** @type {any} */ { directory }) => directory);
}
