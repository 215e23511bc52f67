import { spawn } from 'node:child_process';
import { BootstrapFault, Stopped } from './fault.mjs';
import { endFamily } from './stopper.mjs';

/** How much of a failing tool's output is kept. Characters. */
const keptOutput = 20_000;

/**
 * @typedef {object} Stage
 * @property {string} label What the person reads while it runs.
 * @property {string} command
 * @property {string[]} args
 * @property {string} directory
 * @property {NodeJS.ProcessEnv} env
 * @property {(output: string) => string} explain The sentence for when it fails.
 */

/**
 * Runs a tool out of sight, in its own process group, and returns what it printed on standard output.
 * Throws a BootstrapFault when it fails, `Stopped` when the person stops it; then nothing of it runs on.
 * @param {Stage} stage
 * @param {{ progress: import('./progress.mjs').Progress, stopper: import('./stopper.mjs').Stopper }} session
 * @returns {Promise<string>}
 */
export async function runStage(stage, { progress, stopper }) {
  stopper.throwIfStopped();
  const end = progress.start(stage.label);
  const result = await runToEnd(stage, stopper);
  if (stopper.signal) {
    end('stopped');
    throw new Stopped(stopper.signal);
  }
  end(result.code === 0 ? 'done' : 'failed');
  if (result.code !== 0) throw new BootstrapFault(stage.explain(result.all), { output: result.all });
  return result.stdout;
}

/**
 * @param {Stage} stage
 * @param {import('./stopper.mjs').Stopper} stopper
 * @returns {Promise<{ code: number, stdout: string, all: string }>}
 */
function runToEnd({ command, args, directory, env }, stopper) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: directory,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let all = '';
    const keep = (/** @type {string} */ text) => {
      all = (all + text).slice(-keptOutput);
    };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      keep(text);
    });
    child.stderr.setEncoding('utf8').on('data', keep);
    /** @type {(() => void)[]} */
    const endings = [];
    const forget = stopper.onStop((signal) => {
      if (child.pid !== undefined) endings.push(endFamily(child.pid, signal));
    });
    const finish = (/** @type {number} */ code) => {
      forget();
      for (const end of endings) end();
      resolve({ code, stdout, all });
    };
    child.on('error', (error) => {
      keep(String(error.message));
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}
