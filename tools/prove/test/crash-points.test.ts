import { describe, expect, it } from 'vitest';
import { whyNotHere } from '../src/power-cut/record.ts';
import { cutEverywhere, powerCut } from '../src/proofs/power-cut.ts';
import { crashEverywhere, storageCalls } from '../src/proofs/storage-calls.ts';

describe('a process that dies at a storage call', () => {
  it('leaves the state before or after its command, and everything comes to its end', async () => {
    const { violations, faults } = await storageCalls.run('short');
    expect(violations).toEqual([]);
    expect(faults['process dies at a storage call']).toBeGreaterThan(1_000);
  });

  it('would leave something between them, if the statements were no transaction', async () => {
    const { violations } = await crashEverywhere(10_000, true, 200);
    expect(violations.join('\n')).toMatch(/found something between before and after/);
  });
});

describe.skipIf(whyNotHere() !== null)('a power cut', () => {
  it('loses nothing that was acknowledged', async () => {
    const { violations, faults } = await powerCut.run('short');
    expect(violations).toEqual([]);
    expect(faults['all unsynced lost']).toBeGreaterThan(60);
  });

  it.each(['OFF', 'NORMAL'])('would, with synchronous=%s', async (synchronous) => {
    const { violations } = await cutEverywhere(10_000, synchronous);
    // An answer is lost, or the very tables are.
    expect(violations.join('\n')).toMatch(/answer\.not-lost|the store does not open: no such table/);
  });
});
