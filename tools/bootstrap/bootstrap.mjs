// Runs a program of this clone on a machine that may have an old Node and no pnpm. Needs nothing installed and
// must itself run on Node 18. What it says goes to standard error: standard output is the program's.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commands } from './src/commands.mjs';
import { BootstrapFault, faultOfUnwritable, Stopped } from './src/fault.mjs';
import { Progress } from './src/progress.mjs';
import { State } from './src/state.mjs';
import { Stopper } from './src/stopper.mjs';
import { Toolchains } from './src/toolchain.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const usage = `usage: node tools/bootstrap/bootstrap.mjs ${Object.keys(commands).join('|')} [arguments]\n`;

/** @param {string[]} argv */
async function main([name = '', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const progress = new Progress(process.stderr);
  const stopper = new Stopper();
  try {
    const host = { nodeVersion: process.versions.node, nodePath: process.execPath, env: process.env };
    const state = new State(join(here, '.state'));
    const toolchains = new Toolchains(host, state, here, { progress, stopper });
    const root = join(here, '..', '..');
    return await command({ root, env: process.env, state, toolchains, progress, stopper }, args);
  } catch (error) {
    if (error instanceof Stopped) return error.exitCode;
    const fault = error instanceof BootstrapFault ? error : faultOfUnwritable(error);
    if (fault === undefined) throw error;
    if (fault.output.trim() !== '') process.stderr.write(`${fault.output.trimEnd()}\n`);
    progress.line(fault.message);
    return fault.exitCode;
  }
}

// Set, not called: what was written to a pipe still has to leave.
process.exitCode = await main(process.argv.slice(2));
