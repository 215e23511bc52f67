import { describe, expect, it } from 'vitest';
import { duplicatesOn } from '../src/proofs/duplicates.ts';
import { pauses } from '../src/proofs/pauses.ts';

describe('holders that are stopped past their leases', () => {
  it('publish nothing that others have published meanwhile', async () => {
    const { violations, faults } = await pauses.run('share');
    expect(violations).toEqual([]);
    expect(faults['process stopped']).toBe(10);
  });
});

describe('a thousand duplicates at once', () => {
  it('have one effect and one answer', async () => {
    expect((await duplicatesOn('SQLite').run('share')).violations).toEqual([]);
  });
});
