import { loadMutable } from './load.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './table.ts';

// The world is loaded after the hooks: it takes the packages from their sources.
loadMutable();
const { playAgents } = await import('../play.ts');
const { makeAgentsSetup } = await import('../setup.ts');

const operations = 1_000;
const wanted = process.argv[2];

const setup = await makeAgentsSetup();

/** Seeds within which each has to be found. Where one is found late, a better `from` saves time. */
const patience = 400;

async function find({ name, law, from }: Mutant): Promise<string> {
  for (let seed = from; seed < from + patience; seed += 1) {
    Object.assign(globalThis, { cuxMutant: name });
    const { violations } = await playAgents({ seed, operations, setup, heal: law.test('liveness') });
    Object.assign(globalThis, { cuxMutant: undefined });
    const found = violations.find((violation) => law.test(violation));
    if (found !== undefined) return `seed ${seed}: ${found.slice(0, 160)}`;
    const first = violations[0];
    if (first !== undefined) process.stderr.write(`  ${name}, seed ${seed}: ${first.slice(0, 300)}\n`);
  }
  process.exitCode = 1;
  return 'NOT FOUND';
}

for (const mutant of mutants) {
  if (wanted !== undefined && wanted !== mutant.name) continue;
  process.stdout.write(`${mutant.name}: ${await find(mutant)}\n`);
}
