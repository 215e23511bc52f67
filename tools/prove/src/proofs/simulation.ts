import { addCounts, faultKinds } from '../simulation/faults.ts';
import { makeSetups } from '../simulation/setups.ts';
import { simulate } from '../simulation/simulate.ts';
import { missing, type Proof, type ProofResult, type Scale } from './proof.ts';

/** Steps of the scheduler in one simulation. */
export const operations = 200;

/** Each so many-th world is healed afterwards, and everything in it has to come to its end. */
const healedEach: Readonly<Record<Scale, number>> = { share: 4, short: 4, long: 1 };

const seeds: Readonly<Record<Scale, number>> = { share: 12, short: 500, long: 10_000 };

/** How often each kind of fault has to come up, at least; a share is too small to meet the rare ones. */
const least: Readonly<Record<Scale, number>> = { share: 0, short: 11, long: 11 };

/** The deterministic simulation over many seeds. */
export const simulation: Proof = {
  name: 'simulation',
  run: async (scale) => {
    const result = await simulateSeeds(0, seeds[scale], healedEach[scale]);
    const rare = missing(result.faults, Object.fromEntries(faultKinds.map((kind) => [kind, least[scale]])));
    return { ...result, violations: [...result.violations, ...rare] };
  },
};

/** @param count how many seeds, from `first` on */
export async function simulateSeeds(first: number, count: number, healed: number): Promise<ProofResult> {
  const setups = await makeSetups();
  const faults: Record<string, number> = {};
  const violations: string[] = [];
  let [done, commands, effects] = [0, 0, 0];
  for (let seed = first; seed < first + count; seed += 1) {
    const result = await simulate({ seed, operations, setups, heal: seed % healed === 0 });
    addCounts(faults, result.faults);
    done += result.operations;
    commands += result.commands;
    effects += result.effects;
    violations.push(...result.violations.map((what) => `seed ${seed}: ${what} (pnpm prove --seed ${seed})`));
  }
  const runs = `${count} seeds × ${operations} operations (${done} with the way to their end, ${commands} commands, ${effects} publications)`;
  return { runs, faults, violations };
}
