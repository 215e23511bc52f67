import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { mutants } from '../src/agents/mutants/table.ts';
import { whyNotHere } from '../src/power-cut/record.ts';
import { playHistory } from '../src/proofs/histories.ts';
import { stopAgain } from '../src/proofs/pauses.ts';
import { cutEverywhere } from '../src/proofs/power-cut.ts';
import { operations } from '../src/proofs/simulation.ts';
import { crashEverywhere } from '../src/proofs/storage-calls.ts';
import { makeSetups } from '../src/simulation/setups.ts';
import { simulate } from '../src/simulation/simulate.ts';
import { engineNames, withPlaces } from '../src/stores/engines.ts';
import { plants } from './support/plants.ts';

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

describe('a process that dies at a storage call', () => {
  it('would leave something between them, if the statements were no transaction', async () => {
    const { violations } = await crashEverywhere(10_000, { torn: true, most: 200 });
    expect(violations.join('\n')).toMatch(/found something between before and after/);
  });
});

const setups = await makeSetups();

describe('the simulation', () => {
  it.each(plants)('finds $name: $because', async ({ plant, law, seeds, from = 0 }) => {
    const found: string[] = [];
    for (let seed = from; seed < from + seeds && found.length === 0; seed += 1) {
      const { violations } = await simulate({ seed, operations, setups, plants: plant() });
      found.push(...violations);
    }
    expect(found.join('\n')).toMatch(law);
  });
});

it(`finds each of the ${mutants.length} mutants of the code under proof, by the law that is about it`, async () => {
  const program = fileURLToPath(new URL('../src/agents/mutants/main.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => line.replace(/^(.*): seed \d+: .*$/, '$1'))).toEqual(
    mutants.map(({ name }) => name),
  );
});
