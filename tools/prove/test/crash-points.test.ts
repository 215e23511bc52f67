import { describe, expect, it } from 'vitest';
import { storageCalls } from '../src/proofs/storage-calls.ts';

describe('a process that dies at a storage call', () => {
  it('leaves the state before or after its command, and everything comes to its end', async () => {
    expect((await storageCalls.run('share')).violations).toEqual([]);
  });
});
