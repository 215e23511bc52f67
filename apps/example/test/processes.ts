import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Command lines of living processes that name this folder: the site's server and the browser both do. One that was killed
 * may be in the list for a moment yet, so that nobody is left is waited for.
 */
export function processesNaming(folder: string): readonly string[] {
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
