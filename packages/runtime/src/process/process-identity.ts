import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { digestOf } from '@cux/contracts';

/**
 * Names this life of the process: pid, the time it started, the place where that pid means something, and a random part.
 * Two lives never share a name, even when the operating system gives a pid out again.
 */
export async function currentProcessIdentity(random: string): Promise<string> {
  const [started, place] = await Promise.all([startTime(process.pid), ownPlace()]);
  return `pid-${process.pid}-${started ?? 'unknown'}-${place ?? 'unknown'}-${random}`;
}

/**
 * Whether the process of that name still runs. Unsure means alive: a living process must never be taken for a dead one,
 * since its attempt would then be held twice. One from elsewhere (another machine, another container on the same volume,
 * an earlier boot) cannot be looked at from here, so it counts as alive, and its lease decides.
 */
export async function isProcessAlive(identity: string): Promise<boolean> {
  const [, pidText, started, place] = /^pid-(\d+)-(\d+|unknown)-([0-9a-f]{32})-/.exec(identity) ?? [];
  if (pidText === undefined || place !== (await ownPlace())) return true;
  const pid = Number(pidText);
  if (!exists(pid)) return false;
  const now = await startTime(pid);
  return now === null || started === 'unknown' || now === started;
}

/**
 * Where a pid can be compared: the host's name and, on Linux, the boot and the namespace of pids, as 32 hexadecimal
 * digits. Null where the system should tell and does not.
 */
async function ownPlace(): Promise<string | null> {
  const parts = [hostname(), ...(process.platform === 'linux' ? await linuxPlace() : [])];
  if (parts.includes('')) return null;
  return digestOf('cux/process-place', parts).slice('sha256:'.length, 'sha256:'.length + 32);
}

async function linuxPlace(): Promise<readonly string[]> {
  const [boot, namespace, own] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
    readlink('/proc/self').catch(() => ''),
  ]);
  // A /proc of another namespace would tell about other processes than a signal reaches.
  return [boot, own === String(process.pid) ? namespace : ''];
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Clock ticks since boot at which the process started; null where the system does not tell. */
async function startTime(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may hold spaces; start time is the 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    if (state === 'Z' || state === 'X') return '0';
    return fields[19] ?? null;
  } catch {
    return null;
  }
}
