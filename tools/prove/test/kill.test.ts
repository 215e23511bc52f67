import { describe, expect, it } from 'vitest';
import { killOn } from '../src/proofs/kill.ts';
import { engineNames } from '../src/stores/engines.ts';

describe.each(engineNames)('a process under load on %s', (engine) => {
  it('loses nothing that it acknowledged when it is killed, and no gate is consumed twice', async () => {
    const { violations, faults } = await killOn(engine).run('short');
    expect(violations).toEqual([]);
    expect(faults['process killed']).toBeGreaterThan(1);
  });
});
