import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { packageFile } from '../src/disk/package-files.ts';

/** Whether this system has the `script` that gives a command a terminal of its own. */
export function hasPseudoTerminal(): boolean {
  try {
    return execFileSync('script', ['-qec', 'test -t 0 && echo yes', '/dev/null'], {
      encoding: 'utf8',
    }).includes('yes');
  } catch {
    return false;
  }
}

/** Starts the built demo at a terminal, so that it asks. What is written to its standard input is typed there. */
export function startDemoAtTerminal(state: string, args: readonly string[]): ChildProcess {
  const command = [process.execPath, packageFile('dist', 'main.js'), '--state', state, ...args];
  const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  return spawn('script', ['-qec', line, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, TERM: 'xterm' },
  });
}

/** What Ctrl-C sends to a terminal. */
export const controlC = '\u0003';
