import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BootstrapFault } from './fault.mjs';
import { runStage } from './run-stage.mjs';
import { findOnPath, withToolchain } from './toolchain.mjs';

/** @typedef {import('./prepare.mjs').Workshop} Workshop */
/** @typedef {{ kind: 'found', executablePath: string } | { kind: 'missing', message: string }} Search */

/** Chromium, and a font so that a screenshot can be read. */
const debianPackages = ['chromium', 'fonts-liberation'];

const finder = `
  import(process.argv[1]).then(({ findChromium }) => console.log(JSON.stringify(findChromium())));
`;

/**
 * Makes sure that there is a browser to drive and returns its program: the one that is there already, else
 * Debian's package when this is Debian and we are root, else the one that Playwright downloads.
 * @param {Workshop} workshop
 * @returns {Promise<string>}
 */
export async function ensureBrowser(workshop) {
  const { env, state } = workshop;
  const known = env.CUX_CHROMIUM || state.read('browser')?.executablePath;
  if (known && isExecutable(known)) return known;
  const before = await search(workshop);
  if (before.kind === 'found') return remember(workshop, before.executablePath);
  // A CUX_CHROMIUM that names nothing is an answer, not a wish for another browser.
  if (env.CUX_CHROMIUM) throw new BootstrapFault(before.message);
  if (isDebian() && process.getuid?.() === 0 && findOnPath('apt-get', env)) await installFromDebian(workshop);
  else await installFromPlaywright(workshop);
  const after = await search(workshop);
  if (after.kind === 'found') return remember(workshop, after.executablePath);
  throw new BootstrapFault(after.message);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * @param {Workshop} workshop
 * @param {string} executablePath
 */
function remember({ env, state }, executablePath) {
  if (!env.CUX_CHROMIUM) state.write('browser', { executablePath });
  return executablePath;
}

/**
 * Asks the provider, which is who will look for it later.
 * @param {Workshop} workshop
 * @returns {Promise<Search>}
 */
async function search(workshop) {
  const { root, env, toolchains } = workshop;
  const provider = pathToFileURL(join(root, 'packages/provider-playwright/dist/index.js')).href;
  const stdout = await runStage(
    {
      label: 'looking for a browser',
      command: await toolchains.node(),
      args: ['--eval', finder, provider],
      directory: root,
      env,
      outcome: (found) => (JSON.parse(found).kind === 'found' ? 'found' : 'none found'),
      failure: 'The browser search failed; its output is above.',
    },
    workshop,
  );
  return JSON.parse(stdout);
}

function isDebian() {
  try {
    return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** @param {Workshop} workshop */
async function installFromDebian(workshop) {
  const options = ['-y', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2'];
  const step = (/** @type {string} */ label, /** @type {string[]} */ args) =>
    runStage(
      {
        label,
        command: 'apt-get',
        args: [...options, ...args],
        directory: workshop.root,
        env: { ...workshop.env, DEBIAN_FRONTEND: 'noninteractive' },
        offline:
          'No network: no browser is installed and Debian’s packages cannot be reached; connect, or set CUX_CHROMIUM to a Chromium, and run the same command again.',
        failure:
          'apt-get could not install Chromium; its output is above. Install it with `apt-get install chromium`, or set CUX_CHROMIUM to a Chromium, and run the same command again.',
      },
      workshop,
    );
  await step('no browser found; reading Debian’s package lists', ['update']);
  await step('installing Debian’s Chromium', ['install', '--no-install-recommends', ...debianPackages]);
}

/** @param {Workshop} workshop */
async function installFromPlaywright(workshop) {
  const { root, env, toolchains } = workshop;
  const node = await toolchains.node();
  await runStage(
    {
      label: 'no browser found; downloading the Chromium that Playwright manages',
      command: node,
      args: [
        join(root, 'packages/provider-playwright/node_modules/playwright-core/cli.js'),
        'install',
        'chromium',
      ],
      directory: root,
      env: withToolchain(env, { node }),
      failure:
        'No browser is installed and Playwright could not download one; install Chrome or Chromium (on Debian: `sudo apt-get install chromium`), or set CUX_CHROMIUM to one, and run the same command again.',
    },
    workshop,
  );
}
