import { parseArgs } from 'node:util';
import { playAgents } from './agents/play.ts';
import { makeAgentsSetup } from './agents/setup.ts';
import { agentOperations } from './proofs/agents.ts';
import { proofs } from './proofs/index.ts';
import type { ProofResult } from './proofs/proof.ts';
import { operations } from './proofs/simulation.ts';
import { closingOf, type Row, rowOf, tableOf } from './report/table.ts';
import { makeSetups } from './simulation/setups.ts';
import { simulate } from './simulation/simulate.ts';
import { shareServer } from './stores/one-server.ts';

const usage = `usage: pnpm prove [--long] [--only ${proofs.map(({ name }) => name).join(',')}] | --seed N | --agents-seed N

--long    every proof at its full size; without it what continuous integration runs
--only    some proofs, by name, separated by commas
--seed N  plays one seed of the simulation and prints all that happens; --agents-seed N one of the agents
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      long: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string' },
      'agents-seed': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  if (values.seed !== undefined) return playSeed(values.seed, simulateOne);
  const agentsSeed = values['agents-seed'];
  if (agentsSeed !== undefined) return playSeed(agentsSeed, playOneOfAgents);
  const names = values.only?.split(',');
  const unknown = names?.find((name) => proofs.every((proof) => proof.name !== name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no proof of that name; the names are in the usage.\n${usage}`);
    return 2;
  }
  const chosen = proofs.filter(({ name }) => names?.includes(name) ?? true);
  return prove(chosen, values.long);
}

async function prove(chosen: typeof proofs, long: boolean): Promise<number> {
  const rows: Row[] = [];
  const endServer = chosen.some(({ name }) => name.endsWith('-postgresql')) ? await shareServer() : null;
  for (const { name, run } of chosen) {
    process.stderr.write(`proving ${name} …\n`);
    const begun = performance.now();
    const result = await run(long ? 'long' : 'short').catch(broken);
    const row = { name, result, seconds: (performance.now() - begun) / 1_000 };
    process.stderr.write(`${rowOf(row)}\n`);
    rows.push(row);
  }
  await endServer?.();
  process.stdout.write(`${tableOf(rows)}\n${closingOf(rows)}\n`);
  return rows.some(({ result }) => result.violations.length > 0) ? 1 : 0;
}

/** A proof that breaks off has not shown anything: that is as bad as a broken law. */
function broken(error: unknown): ProofResult {
  const what = error instanceof Error ? error.message : String(error);
  return { runs: 'broke off', faults: {}, violations: [`broke off: ${what}`] };
}

interface Played {
  readonly operations: number;
  readonly hash: string;
  readonly violations: readonly string[];
}

type PlayOne = (seed: number, trace: (line: string) => void) => Promise<Played>;

const simulateOne: PlayOne = async (seed, trace) =>
  simulate({ seed, operations, setups: await makeSetups(), heal: true, trace });

const playOneOfAgents: PlayOne = async (seed, trace) =>
  playAgents({ seed, operations: agentOperations, setup: await makeAgentsSetup(), heal: true, trace });

/** Plays one seed, telling everything; the last line names its hash, which is the same each time. */
async function playSeed(text: string, play: PlayOne): Promise<number> {
  const seed = Number(text);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    process.stderr.write('A seed is a whole number, 0 or more.\n');
    return 2;
  }
  const result = await play(seed, (line) => process.stdout.write(`${line}\n`));
  for (const what of result.violations) process.stdout.write(`broken: ${what}\n`);
  process.stdout.write(`seed ${seed}: ${result.operations} operations, ${result.hash}\n`);
  return result.violations.length > 0 ? 1 : 0;
}

// Set, not called: what was written to a pipe still has to leave.
process.exitCode = await main();
