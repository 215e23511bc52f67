import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { exitCodeOf } from './fault.mjs';

/**
 * Runs a program whose standard output ends as a test run does: a line for each failure that starts with `failed: `, then
 * a sum. Those are kept back and returned; everything else is passed on. A program that ends badly, or without a sum, has at
 * least one failure.
 * @param {{ command: string, args: string[], directory: string, env: NodeJS.ProcessEnv }} program
 * @param {{ stopper: import('./stopper.mjs').Stopper }} session
 * @returns {Promise<import('./test-report.mjs').Sum & { code: number, failures: string[] }>}
 */
export async function runAndCount({ command, args, directory, env }, { stopper }) {
  stopper.throwIfStopped();
  const child = spawn(command, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const forget = stopper.onStop((signal) => child.kill(signal));
  const counted = { passed: 0, failed: 0, skipped: 0 };
  let isSummed = false;
  /** @type {string[]} */
  const failures = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const sum = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line);
    if (sum) {
      const [passed, failed, skipped] = sum.slice(1).map((each) => Number(each ?? 0));
      Object.assign(counted, { passed, failed, skipped });
      isSummed = true;
    } else if (line.startsWith('failed: ')) failures.push(line.slice('failed: '.length));
    else console.log(line);
  });
  /** @type {number} */
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ? exitCodeOf(signal) : (code ?? 1)));
  }).finally(forget);
  stopper.throwIfStopped();
  if ((code !== 0 || !isSummed) && counted.failed === 0) {
    counted.failed = 1;
    failures.push(`${args[0]} ended with ${code}${isSummed ? '' : ', without a sum'}; see above.`);
  }
  return { ...counted, code: isSummed ? code : code || 1, failures };
}
