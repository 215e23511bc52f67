import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { digestOf } from '@cux/contracts';

/**
 * Where a pid can be compared: the host's name and, on Linux, the boot and the namespace of pids, as 32 hexadecimal
 * digits: eight of the name, eight of the boot, the rest of all. Null where the system should tell and does not.
 */
export async function processPlace(): Promise<string | null> {
  const parts = [hostname(), ...(process.platform === 'linux' ? await linuxPlace() : [])];
  if (parts.includes('')) return null;
  const [name, boot = ''] = parts;
  return `${digits(8, [name])}${digits(8, [name, boot])}${digits(16, parts)}`;
}

function digits(count: number, of: readonly unknown[]): string {
  return digestOf('cux/process-place', of).slice('sha256:'.length, 'sha256:'.length + count);
}

/** Whether two places are one machine, by its name, before and after it was started anew. */
export function wasStartedAnew(before: string, now: string | null): boolean {
  if (now === null || process.platform !== 'linux') return false;
  return before.slice(0, 8) === now.slice(0, 8) && before.slice(8, 16) !== now.slice(8, 16);
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

/** Whether there is such a process; true as well when it may not be signalled. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * Clock ticks since boot at which the process started; null where the system does not tell, `0` for one that has ended
 * and is still listed.
 */
export async function processStart(pid: number): Promise<string | null> {
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

/** Whether the process names a path below this folder in its command line or environment. Linux only. */
export async function processNames(pid: number, folder: string): Promise<boolean> {
  const texts = await Promise.all(
    ['cmdline', 'environ'].map((part) => readFile(`/proc/${pid}/${part}`, 'utf8').catch(() => '')),
  );
  return texts
    .flatMap((text) => text.split('\0'))
    .some((word) => word === folder || word.endsWith(`=${folder}`) || word.includes(`${folder}/`));
}
