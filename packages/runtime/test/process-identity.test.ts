import { describe, expect, it } from 'vitest';
import { currentProcessIdentity, isProcessAlive } from '../src/index.ts';
import { canContain, containedProcess, identityLike, killedProcess } from './support/processes.ts';

const linux = process.platform === 'linux';

describe('the identity of a process', () => {
  it('is alive while the process runs', async () => {
    expect(await isProcessAlive(await currentProcessIdentity('r'))).toBe(true);
  });

  it('is dead once the process was killed', async () => {
    expect(await isProcessAlive(await killedProcess())).toBe(false);
  });

  it.skipIf(!linux)('is dead when the pid belongs to a later process', async () => {
    expect(await isProcessAlive(await identityLike({ started: '1' }))).toBe(false);
  });

  it('fits where the kernel keeps it', async () => {
    expect(await currentProcessIdentity('session_00000000000000000000000000')).toMatch(
      /^[\x21-\x7e]{1,200}$/,
    );
  });
});

describe('a process that cannot be looked at from here', () => {
  const rows = [
    { change: { place: '0'.repeat(32) }, because: 'it is of another machine, boot or container' },
    { change: { place: 'unknown' }, because: 'its place is not known' },
    { change: { started: 'unknown' }, because: 'its start is not known, and somebody has its pid' },
  ];
  it.each(rows)('counts as alive when $because, so that nothing is taken from it', async ({ change }) => {
    expect(await isProcessAlive(await identityLike(change))).toBe(true);
  });

  it('counts as alive even where nobody here has its pid', async () => {
    const dead = await killedProcess();
    expect(await isProcessAlive(dead)).toBe(false);
    expect(await isProcessAlive(dead.replace(/[0-9a-f]{32}/, 'f'.repeat(32)))).toBe(true);
  });

  it('counts as alive under a name that somebody else gave', async () => {
    expect(await isProcessAlive('named-by-somebody-else')).toBe(true);
    expect(await isProcessAlive(`pid-${process.pid}-1-without-a-place`)).toBe(true);
  });

  it.skipIf(!canContain())('counts as alive while it runs in another namespace of pids', async () => {
    const { child, identity } = await containedProcess();
    try {
      expect(identity).toMatch(/^pid-1-/);
      expect(await isProcessAlive(identity)).toBe(true);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
