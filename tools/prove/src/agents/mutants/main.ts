import { loadMutable } from './load.ts';
import { mutants } from './table.ts';

loadMutable();
const { playAgents } = await import('../play.ts');
const { makeAgentsSetup } = await import('../setup.ts');

/** Seeds that a mutant may live through. */
const patience = Number(process.env.CUX_MUTANT_SEEDS ?? 12);
const operations = 1_000;
const wanted = process.argv[2];

const setup = await makeAgentsSetup();

async function find(name: string, law: RegExp, from: number): Promise<string> {
  for (let seed = from; seed < from + patience; seed += 1) {
    Object.assign(globalThis, { cuxMutant: name });
    const { violations } = await playAgents({ seed, operations, setup, heal: true });
    Object.assign(globalThis, { cuxMutant: undefined });
    const found = violations.find((violation) => law.test(violation));
    if (found !== undefined) return `seed ${seed}: ${found.slice(0, 160)}`;
    const first = violations[0];
    if (first !== undefined) process.stderr.write(`  ${name}, seed ${seed}: ${first.slice(0, 300)}\n`);
  }
  process.exitCode = 1;
  return 'NOT FOUND';
}

for (const { name, law, from } of mutants) {
  if (wanted !== undefined && wanted !== name) continue;
  process.stdout.write(`${name}: ${await find(name, law, from)}\n`);
}
