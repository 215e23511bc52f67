import { spawn } from 'node:child_process';
import { BootstrapFault, isNetworkTrouble, Stopped } from './fault.mjs';
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
 * @property {(stdout: string) => string} [outcome] What the person reads when it has succeeded; `done` when left out.
 * @property {string} failure The sentence for when it fails; the tool's output stands above it.
 * @property {string} [offline] The sentence for when the network was the trouble; it says enough alone.
 * @property {(output: string) => boolean} [isHopeless] True: end it now, it cannot succeed any more.
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
  end(result.code === 0 ? (stage.outcome?.(result.stdout) ?? 'done') : 'failed');
  if (result.code === 0) return result.stdout;
  if (stage.offline && isNetworkTrouble(result.all)) throw new BootstrapFault(stage.offline);
  throw new BootstrapFault(stage.failure, { output: result.all });
}

/**
 * @param {Stage} stage
 * @param {import('./stopper.mjs').Stopper} stopper
 * @returns {Promise<{ code: number, stdout: string, all: string }>}
 */
function runToEnd({ command, args, directory, env, isHopeless }, stopper) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: directory,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let all = '';
    /** @type {(() => void)[]} */
    const endings = [];
    const end = (/** @type {NodeJS.Signals} */ signal) => {
      if (child.pid !== undefined) endings.push(endFamily(child.pid, signal));
    };
    const keep = (/** @type {string} */ text) => {
      all = (all + text).slice(-keptOutput);
      if (endings.length === 0 && isHopeless?.(all)) end('SIGTERM');
    };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      keep(text);
    });
    child.stderr.setEncoding('utf8').on('data', keep);
    const forget = stopper.onStop(end);
    const finish = (/** @type {number} */ code) => {
      forget();
      for (const ending of endings) ending();
      resolve({ code, stdout, all });
    };
    child.on('error', (error) => {
      keep(String(error.message));
      finish(127);
    });
    // Whoever stayed behind may hold the pipes open, and `close` would wait for it.
    child.on('exit', () => {
      for (const ending of endings) ending();
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}
