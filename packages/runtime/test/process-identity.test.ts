import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { currentProcessIdentity, isProcessAlive } from '../src/index.ts';

describe('the identity of a process', () => {
  it('is alive while the process runs', async () => {
    expect(await isProcessAlive(await currentProcessIdentity('r'))).toBe(true);
  });

  it('is dead once the process was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const started = (await currentProcessIdentity('r')).split('-')[2];
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await isProcessAlive(`pid-${child.pid}-${started}-r`)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('is dead when the pid belongs to a later process', async () => {
    expect(await isProcessAlive(`pid-${process.pid}-1-r`)).toBe(false);
  });

  it('counts as alive when it cannot be told, so that nothing is taken from a living process', async () => {
    expect(await isProcessAlive('named-by-somebody-else')).toBe(true);
    expect(await isProcessAlive(`pid-${process.pid}-unknown-r`)).toBe(true);
  });
});
