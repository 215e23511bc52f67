import { playAgents } from '../agents/play.ts';
import { makeAgentsSetup } from '../agents/setup.ts';
import { addCounts } from '../simulation/faults.ts';
import type { Proof, ProofResult, Scale } from './proof.ts';

/** Steps of the scheduler in one history of agents. */
export const agentOperations = 1_000;

/** Each so many-th world is healed afterwards, and everything in it has to come to its end. */
const healedEach: Readonly<Record<Scale, number>> = { share: 2, short: 2, long: 1 };

const seeds: Readonly<Record<Scale, number>> = { share: 1, short: 4, long: 500 };

/** Agents act one action at a time on Computers, through the shipped runtime, in a world where everything goes wrong. */
export const agents: Proof = {
  name: 'agents',
  run: (scale) => playSeeds(0, seeds[scale], healedEach[scale]),
};

/** @param count how many seeds, from `first` on */
export async function playSeeds(first: number, count: number, healed: number): Promise<ProofResult> {
  const setup = await makeAgentsSetup();
  const faults: Record<string, number> = {};
  const violations: string[] = [];
  const sum = { operations: 0, commands: 0, contacts: 0, effects: 0 };
  for (let seed = first; seed < first + count; seed += 1) {
    const result = await playAgents({ seed, operations: agentOperations, setup, heal: seed % healed === 0 });
    addCounts(faults, result.faults);
    for (const each of ['operations', 'commands', 'contacts', 'effects'] as const) sum[each] += result[each];
    violations.push(
      ...result.violations.map((what) => `seed ${seed}: ${what} (pnpm prove --agents-seed ${seed})`),
    );
  }
  const { operations, commands, contacts, effects } = sum;
  const runs = `${count} seeds × ${agentOperations} operations (${operations} with the way to their end, ${commands} commands, ${contacts} contacts with a surface, ${effects} writes of agents that were approved)`;
  return { runs, faults, violations };
}
