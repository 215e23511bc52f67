import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { currentProcessIdentity } from '../../src/index.ts';

interface IdentityParts {
  readonly pid: number;
  readonly started: string;
  readonly place: string;
}

/** The identity of this process, some of whose parts are others. */
export async function identityLike(change: Partial<IdentityParts>): Promise<string> {
  const [, pid, started, place] = (await currentProcessIdentity('r')).split('-');
  const parts = { pid, started, place, ...change };
  return `pid-${parts.pid}-${parts.started}-${parts.place}-another`;
}

/** The identity of a process of this machine that was killed. */
export async function killedProcess(): Promise<string> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return identityLike({ pid: child.pid ?? 0 });
}

/** Whether this user may make a namespace of pids, as a container has. */
export function canContain(): boolean {
  try {
    execFileSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A living process in a namespace of its own, and what it calls itself. */
export async function containedProcess(): Promise<{
  readonly child: ChildProcess;
  readonly identity: string;
}> {
  const module = new URL('../../src/process/process-identity.ts', import.meta.url);
  const program = `
    import { currentProcessIdentity } from ${JSON.stringify(module.href)};
    console.log(await currentProcessIdentity('contained'));
    setInterval(() => {}, 1000);`;
  const inside = [process.execPath, '--input-type=module', '-e', program];
  const child = spawn('unshare', ['--pid', '--fork', '--mount-proc', '--kill-child', ...inside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, identity: String(line).trim() };
}
