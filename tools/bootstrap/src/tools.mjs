import { join } from 'node:path';
import { ensureInstalled, turbo } from './prepare.mjs';
import { runProgram } from './run-program.mjs';
import { withToolchain } from './toolchain.mjs';

/** @typedef {import('./prepare.mjs').Workshop} Workshop */
/** @typedef {{ command: string, args: string[], directory: string, env: NodeJS.ProcessEnv }} Program */
/** @typedef {(workshop: Workshop) => Promise<Program[]>} Programs */

/**
 * The tools of whoever changes the code, by the name of their script: what each runs, in order, until one fails. The
 * person's arguments go to the last one.
 * @type {Record<string, Programs>}
 */
const tools = {
  build: turboTask('build', 'types'),
  typecheck: turboTask('typecheck'),
  bench: turboTask('bench', '--concurrency=1', '--ui=stream'),
  format: installedTool('biome', 'check', '--write', '.'),
  lint: installedTool('biome', 'check', '--error-on-warnings', '.'),
  arrows: async (workshop) => [await arrows(workshop)],
  changeset: installedTool('changeset'),
  release: async (workshop) => [
    ...(await turboTask('build', 'types')(workshop)),
    ...(await installedTool('changeset', 'publish')(workshop)),
  ],
};

/**
 * The same as commands: each installs what the lockfile says, but builds nothing of its own accord.
 * @type {Record<string, (workshop: Workshop, args: string[]) => Promise<number>>}
 */
export const toolCommands = Object.fromEntries(
  Object.entries(tools).map(([name, programs]) => [
    name,
    async (/** @type {Workshop} */ workshop, /** @type {string[]} */ args) => {
      await ensureInstalled(workshop);
      return runInTurn(workshop, await programs(workshop), args);
    },
  ]),
);

/**
 * @param {Workshop} workshop
 * @param {Program[]} programs
 * @param {string[]} args
 */
async function runInTurn(workshop, programs, args) {
  for (const [index, program] of programs.entries()) {
    const given = index === programs.length - 1 ? args : [];
    const { code } = await runProgram({ ...program, args: [...program.args, ...given] }, workshop);
    workshop.stopper.throwIfStopped();
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * @param {string[]} args
 * @returns {Programs}
 */
function turboTask(...args) {
  return async (workshop) => [await turbo(workshop, ['run', ...args])];
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Programs}
 */
function installedTool(name, ...args) {
  return async (workshop) => [await ofPackage(workshop, name, args)];
}

/**
 * A program that an installed package brings, under the right Node.
 * @param {Workshop} workshop
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<Program>}
 */
export async function ofPackage({ root, env, toolchains }, name, args) {
  const command = join(root, 'node_modules', '.bin', name);
  return { command, args, directory: root, env: withToolchain(env, await toolchains.tools()) };
}

/**
 * The checker of who imports whom; it runs from its sources.
 * @param {Workshop} workshop
 * @returns {Promise<Program>}
 */
export async function arrows({ root, env, toolchains }) {
  const { node, pnpm } = await toolchains.tools();
  const main = join(root, 'tools/arrows/src/main.ts');
  return { command: node, args: [main], directory: root, env: withToolchain(env, { node, pnpm }) };
}
