import { spawn } from 'node:child_process';
import { exitCodeOf } from './fault.mjs';

/**
 * Runs the program that was asked for with this terminal as its own, passes signals on, and returns its exit
 * code; 128 + the signal's number when a signal ended it.
 * @param {{ command: string, args: string[], directory: string, env: NodeJS.ProcessEnv }} program
 * @param {{ stopper: import('./stopper.mjs').Stopper }} session
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null }>}
 */
export function runProgram({ command, args, directory, env }, { stopper }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: directory, env, stdio: 'inherit' });
    const forget = stopper.onStop((signal) => {
      // On a terminal Ctrl-C has reached the child already; a second one would mean "at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
    child.on('error', (error) => {
      forget();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      forget();
      resolve({ code: signal ? exitCodeOf(signal) : (code ?? 1), signal });
    });
    if (stopper.signal) child.kill(stopper.signal);
  });
}
