import { describe, expect, it } from 'vitest';
import { currentProcessIdentity, isMemoryGone, isProcessAlive } from '../src/index.ts';
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

describe('what a process had in memory', () => {
  const placeOf = async () => /-([0-9a-f]{32})-/.exec(await currentProcessIdentity('r'))?.[1] ?? '';

  it('is there while the process runs, and gone once it was killed', async () => {
    expect(await isMemoryGone(await currentProcessIdentity('r'))).toBe(false);
    expect(await isMemoryGone(await killedProcess())).toBe(true);
  });

  it.skipIf(!linux)('is gone when its machine was started anew', async () => {
    const place = await placeOf();
    const before = `${place.slice(0, 8)}${'0'.repeat(8)}${place.slice(16)}`;
    expect(await isMemoryGone(await identityLike({ place: before }))).toBe(true);
    expect(await isProcessAlive(await identityLike({ place: before }))).toBe(true);
  });

  it('counts as there on another machine, in another container, and where nobody can tell', async () => {
    const place = await placeOf();
    const elsewhere = [
      `${'0'.repeat(8)}${place.slice(8)}`,
      `${place.slice(0, 16)}${'0'.repeat(16)}`,
      'unknown',
    ];
    for (const each of elsewhere) expect(await isMemoryGone(await identityLike({ place: each }))).toBe(false);
  });
});
