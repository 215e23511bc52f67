import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { BootstrapFault } from './fault.mjs';
import { runStage } from './run-stage.mjs';

/** What the packages support. */
export const oldestNode = [22, 18];
/** What wrote the lockfile. */
export const pnpmMajor = 12;

const packages = ['-p', 'node@24', '-p', `pnpm@${pnpmMajor}`];

/**
 * @typedef {object} Host The machine as the bootstrap sees it; tests bring their own.
 * @property {string} nodeVersion For example 20.11.1.
 * @property {string} nodePath
 * @property {NodeJS.ProcessEnv} env
 */

/** @typedef {{ node: string, pnpm: string }} Toolchain */

/** @param {string} version */
export function isNodeSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * The first executable of this name on the PATH.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findOnPath(name, env) {
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * Finds the Node and pnpm to work with: this machine's own where they are new enough, else those that an
 * earlier run fetched, else fresh ones through npx.
 */
export class Toolchains {
  /**
   * @param {Host} host
   * @param {import('./state.mjs').State} state
   * @param {string} directory Where npx runs; any folder inside the clone.
   * @param {{ progress: import('./progress.mjs').Progress, stopper: import('./stopper.mjs').Stopper }} session
   */
  constructor(host, state, directory, session) {
    this.host = host;
    this.state = state;
    this.directory = directory;
    this.session = session;
  }

  /** A Node that can run the programs. Needs no pnpm, so that a warm start asks for none. */
  async node() {
    if (isNodeSupported(this.host.nodeVersion)) return this.host.nodePath;
    return (await this.fetched()).node;
  }

  /**
   * Node and pnpm for installing and building.
   * @returns {Promise<Toolchain>}
   */
  async tools() {
    const pnpm = isNodeSupported(this.host.nodeVersion) ? this.ownPnpm() : undefined;
    return pnpm ? { node: this.host.nodePath, pnpm } : this.fetched();
  }

  ownPnpm() {
    const pnpm = findOnPath('pnpm', this.host.env);
    if (pnpm === undefined) return undefined;
    try {
      // Asked outside the clone, where no packageManager field can make it fetch another one.
      const version = execFileSync(pnpm, ['--version'], {
        cwd: tmpdir(),
        env: this.host.env,
        encoding: 'utf8',
      });
      return Number(version.split('.')[0]) >= pnpmMajor ? pnpm : undefined;
    } catch {
      return undefined;
    }
  }

  /** @returns {Promise<Toolchain>} */
  async fetched() {
    const known = this.state.read('toolchain');
    if (known && existsSync(known.node) && existsSync(known.pnpm)) return known;
    const toolchain = await this.fetch();
    this.state.write('toolchain', toolchain);
    return toolchain;
  }

  /**
   * npx fetches the packages and runs a probe that says where they are. The command is fixed text: what the
   * person typed never meets a shell.
   * @returns {Promise<Toolchain>}
   */
  async fetch() {
    const beside = join(dirname(this.host.nodePath), 'npx');
    const npx = existsSync(beside) ? beside : findOnPath('npx', this.host.env);
    if (npx === undefined) {
      throw new BootstrapFault(
        `Node ${this.host.nodeVersion} is older than ${oldestNode.join('.')} and npx is missing; install Node 24 with npm and run the command again.`,
      );
    }
    const stdout = await runStage(
      {
        label: `fetching Node 24 and pnpm ${pnpmMajor} through npx`,
        command: npx,
        args: ['-y', ...packages, '-c', 'node src/probe.mjs'],
        directory: this.directory,
        env: patientFor(this.host.env),
        offline:
          'No network: the package registry cannot be reached, and Node 24 with pnpm 12 is not on this machine yet; connect and run the same command again.',
        failure:
          'npx could not fetch Node 24 and pnpm 12; its output is above. Install Node 24 and pnpm 12 yourself, or set that right, and run the same command again.',
      },
      this.session,
    );
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  }
}

/**
 * An environment in which the toolchain comes first on the PATH.
 * @param {NodeJS.ProcessEnv} env
 * @param {Partial<Toolchain>} toolchain
 * @returns {NodeJS.ProcessEnv}
 */
export function withToolchain(env, { node, pnpm }) {
  const directories = [node, pnpm].flatMap((path) => (path ? [dirname(path)] : []));
  return { ...env, PATH: [...new Set(directories), env.PATH ?? ''].join(delimiter) };
}

/**
 * Without a network the default retries with long pauses would leave the person waiting for minutes, and
 * `npm run -s` would silence the reason.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function patientFor(env) {
  const retries = { fetch_retries: '2', fetch_retry_mintimeout: '500', fetch_retry_maxtimeout: '1500' };
  const settings = Object.entries(retries).flatMap(([name, value]) => [
    [`npm_config_${name}`, value],
    [`pnpm_config_${name}`, value],
  ]);
  return {
    ...Object.fromEntries(settings),
    npm_config_update_notifier: 'false',
    ...env,
    npm_config_loglevel: 'error',
  };
}
