import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const patience = { tries: 600, milliseconds: 100 } as const;

/**
 * Command lines of processes that name this folder and do not end: one that was killed may be in the list for a moment yet,
 * so that nobody is left is waited for. Here, since `expect.poll` knows no test among those that run at once.
 */
export async function leftNaming(folder: string): Promise<readonly string[]> {
  for (let tries = 0; tries < patience.tries; tries += 1) {
    if (processesNaming(folder).length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, patience.milliseconds));
  }
  return processesNaming(folder);
}

/** Command lines of living processes that name this folder: the site's server and the browser both do. */
function processesNaming(folder: string): readonly string[] {
  return commandLines().filter((line) => line.includes(folder));
}

function commandLines(): readonly string[] {
  if (!existsSync('/proc/self/cmdline')) {
    return execFileSync('ps', ['-axo', 'args='], { encoding: 'utf8' }).split('\n');
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has just ended.
    return '';
  }
}
