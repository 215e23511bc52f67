import { readFile } from 'node:fs/promises';

/**
 * Names this life of the process: pid, the time it started, and a random part. Two lives never share a name, even
 * when the operating system gives a pid out again.
 */
export async function currentProcessIdentity(random: string): Promise<string> {
  const started = await startTime(process.pid);
  return `pid-${process.pid}-${started ?? 'unknown'}-${random}`;
}

/**
 * Whether the process of that name still runs on this machine. Unsure means alive: a living process must never be
 * taken for a dead one, since its attempt would then be held twice.
 */
export async function isProcessAlive(identity: string): Promise<boolean> {
  const parts = /^pid-(\d+)-(\d+|unknown)-/.exec(identity);
  if (parts?.[1] === undefined) return true;
  const pid = Number(parts[1]);
  if (!exists(pid)) return false;
  const now = await startTime(pid);
  return now === null || parts[2] === 'unknown' || now === parts[2];
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
