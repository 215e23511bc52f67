import { type ChildProcess, spawn } from 'node:child_process';

/** Ends the server of a folder and removes the folder, once the one end of its pipe that this process holds is gone. */
const script = `
const { readFileSync, rmSync } = require('node:fs');
const folder = process.argv[1];
process.stdin.resume().on('end', () => {
  try {
    process.kill(Number(readFileSync(folder + '/data/postmaster.pid', 'utf8').split('\\n')[0]), 'SIGQUIT');
  } catch {}
  setTimeout(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }), 500);
});
`;

/** A small process that clears up where this one cannot: when it is killed. */
export function removeWhenParentEnds(folder: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', script, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  return child;
}
