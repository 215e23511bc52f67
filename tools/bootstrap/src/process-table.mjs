import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * What /proc says about a process: its parent and when it started (in clock ticks since boot).
 * The name of the program may hold spaces and brackets, so the fields are counted from the last bracket.
 * @param {number} pid
 * @returns {{ parent: number, started: string } | undefined}
 */
function fromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/**
 * A text that differs between two processes that had the same pid; undefined when no such process runs.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function processStart(pid) {
  if (process.platform === 'linux') return fromProc(pid)?.started;
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return started.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** @returns {[pid: number, parent: number][]} */
function parents() {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), fromProc(Number(name))?.parent ?? -1]);
  }
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((line) => /** @type {[number, number]} */ (line.trim().split(/\s+/).map(Number)));
}

/**
 * The process and everything that descends from it, youngest generation last.
 * @param {number} pid
 * @returns {number[]}
 */
export function familyOf(pid) {
  const table = parents();
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of table) if (parent === member && !family.includes(child)) family.push(child);
  }
  return family;
}

/**
 * Sends a signal and says whether anybody was there to get it.
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
