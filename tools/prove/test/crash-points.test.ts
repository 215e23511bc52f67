import { describe, expect, it } from 'vitest';
import { whyNotHere } from '../src/power-cut/record.ts';
import { powerCut } from '../src/proofs/power-cut.ts';
import { storageCalls } from '../src/proofs/storage-calls.ts';

describe('a process that dies at a storage call', () => {
  it('leaves the state before or after its command, and everything comes to its end', async () => {
    expect((await storageCalls.run('share')).violations).toEqual([]);
  });
});

describe.skipIf(whyNotHere() !== null)('a power cut', () => {
  it('loses nothing that was acknowledged', async () => {
    expect((await powerCut.run('share')).violations).toEqual([]);
  });
});
