import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Puts a program into namespaces of its own (Linux): no network but what lies in its files, and a process tree that ends
 * as a whole when its first process does. The user stays the same.
 */
const namespaces = [
  'unshare',
  '--user',
  '--map-current-user',
  '--net',
  '--pid',
  '--fork',
  '--kill-child=KILL',
  '--mount-proc',
  '--',
] as const;

/** The words that come before a command to confine it; null where this machine cannot, which is tried and not guessed. */
export async function findConfinement(): Promise<readonly string[] | null> {
  if (process.platform !== 'linux') return null;
  const [program, ...rest] = namespaces;
  const child = spawn(program, [...rest, 'true'], { stdio: 'ignore' });
  const [code] = await once(child, 'exit').catch(() => [null]);
  return code === 0 ? namespaces : null;
}
