import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BootstrapFault, isOffline } from './fault.mjs';
import { buildFingerprint, installFingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { runStage } from './run-stage.mjs';
import { patientFor, withToolchain } from './toolchain.mjs';

/**
 * @typedef {object} Workshop Everything the steps share.
 * @property {string} root The clone.
 * @property {NodeJS.ProcessEnv} env
 * @property {import('./state.mjs').State} state
 * @property {import('./toolchain.mjs').Toolchains} toolchains
 * @property {import('./progress.mjs').Progress} progress
 * @property {import('./stopper.mjs').Stopper} stopper
 */

/**
 * Makes sure that what is installed and built is what the sources say. Does nothing, and asks no tool, when it
 * already is. Two runs at once take turns.
 * @param {Workshop} workshop
 */
export async function prepare(workshop) {
  if (isInstalled(workshop) && isBuilt(workshop)) return;
  await inTurn(workshop, async () => {
    if (!isInstalled(workshop)) await install(workshop);
    if (!isBuilt(workshop)) await build(workshop);
  });
}

/**
 * Makes sure that what is installed is what the lockfile and the manifests say, and builds nothing.
 * @param {Workshop} workshop
 */
export async function ensureInstalled(workshop) {
  if (isInstalled(workshop)) return;
  await inTurn(workshop, async () => {
    if (!isInstalled(workshop)) await install(workshop);
  });
}

/**
 * @param {Workshop} workshop
 * @param {() => Promise<void>} work
 */
async function inTurn({ state, progress, stopper }, work) {
  const hooks = {
    onWait: (/** @type {number} */ pid) =>
      progress.line(`waiting for process ${pid}, which is installing or building this clone …`),
    throwIfStopped: () => stopper.throwIfStopped(),
  };
  await withLock(state.path('lock'), hooks, work);
}

/** @param {Workshop} workshop */
function isInstalled({ root, state }) {
  const isThere = existsSync(join(root, 'node_modules', '.modules.yaml'));
  return isThere && state.read('installed')?.fingerprint === installFingerprint(root);
}

/** @param {Workshop} workshop */
function isBuilt({ root, state }) {
  return state.read('built')?.fingerprint === buildFingerprint(root);
}

/** @param {Workshop} workshop */
async function install(workshop) {
  const { root, env, state, toolchains } = workshop;
  const toolchain = await toolchains.tools();
  state.forget('installed');
  await runStage(
    {
      label: 'installing packages from the lockfile',
      command: toolchain.pnpm,
      args: ['install', '--frozen-lockfile', '--prod=false'],
      directory: root,
      // CI: pnpm may not ask whether it may replace a folder that another package manager made.
      env: { ...withToolchain(patientFor(env), toolchain), CI: 'true' },
      isHopeless: isOffline,
      offline:
        'No network: the package registry cannot be reached, and not every package is on this machine yet; connect and run the same command again.',
      failure: 'pnpm could not install the packages of the lockfile; its output is above.',
    },
    workshop,
  );
  state.write('installed', { fingerprint: installFingerprint(root) });
}

/** @param {Workshop} workshop */
async function build(workshop) {
  const { root, state } = workshop;
  state.forget('built');
  await runStage(
    {
      label: 'building',
      ...(await turbo(workshop, ['run', 'build', '--output-logs=errors-only', '--log-order=grouped'])),
      failure: 'The build failed; its output is above. Correct the error and run the same command again.',
    },
    workshop,
  );
  state.write('built', { fingerprint: buildFingerprint(root) });
}

/**
 * A turbo command line in the clone.
 * @param {Workshop} workshop
 * @param {string[]} args
 */
export async function turbo({ root, env, toolchains }, args) {
  const command = join(root, 'node_modules', '.bin', 'turbo');
  if (!existsSync(command)) {
    throw new BootstrapFault(
      'turbo is missing from node_modules; delete node_modules and run the same command again.',
    );
  }
  const quiet = { TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' };
  const toolchain = await toolchains.tools();
  return { command, args, directory: root, env: { ...withToolchain(env, toolchain), ...quiet } };
}
