import { describe, expect, it } from 'vitest';
import { duplicatesOn } from '../src/proofs/duplicates.ts';
import { pauses, stopAgain } from '../src/proofs/pauses.ts';
import { engineNames } from '../src/stores/engines.ts';

describe('holders that are stopped past their leases', () => {
  it('publish nothing that others have published meanwhile', async () => {
    const { violations, faults } = await pauses.run('short');
    expect(violations).toEqual([]);
    expect(faults['process stopped']).toBe(10);
  });
});

describe('holders whose permits have no end', () => {
  it('publish a second time, and are found', async () => {
    expect((await stopAgain(1, true)).violations.join('\n')).toMatch(/was published 2 times/);
  });
});

describe.each(engineNames)('a thousand duplicates at once on %s', (engine) => {
  it('have one effect and one answer', async () => {
    expect((await duplicatesOn(engine).run('short')).violations).toEqual([]);
  });
});
