import { describe, expect, it } from 'vitest';
import { whyNotHere } from '../src/power-cut/record.ts';
import { playHistory } from '../src/proofs/histories.ts';
import { stopAgain } from '../src/proofs/pauses.ts';
import { cutEverywhere } from '../src/proofs/power-cut.ts';
import { engineNames, withPlaces } from '../src/stores/engines.ts';

describe.skipIf(whyNotHere() !== null)('a power cut', () => {
  it.each(['OFF', 'NORMAL'])('would lose what was acknowledged, with synchronous=%s', async (synchronous) => {
    const { violations } = await cutEverywhere(10_000, synchronous);
    // An answer is lost, or the very tables are.
    expect(violations.join('\n')).toMatch(/answer\.not-lost|the store does not open: no such table/);
  });
});

describe.each(engineNames)('a concurrent history on %s', (engine) => {
  // One planted history on PostgreSQL is as long as all others together.
  const long = engine === 'SQLite' || process.env.CUX_REPEAT !== undefined;
  it.skipIf(!long)(
    'could not have been one after another, where the store compares no revision: found within 20 of them',
    async () => {
      const found = await withPlaces(engine, async (places) => {
        for (let seed = 1; seed <= 20; seed += 1) {
          const wrong = await playHistory(places.fresh(), seed, true);
          if (wrong.length > 0) return wrong;
        }
        return [];
      });
      expect(found.join('\n')).toMatch(/after what the log has before it that is record\.stale-version/);
    },
  );
});

describe('holders whose permits have no end', () => {
  it('publish a second time, and are found', async () => {
    expect((await stopAgain(1, true)).violations.join('\n')).toMatch(/was published 2 times/);
  });
});
