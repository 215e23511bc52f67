import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** What one import took, in milliseconds: by the clock, and of all cores. */
interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

function costOf(name: string): Cost {
  const code = `
    const before = process.cpuUsage();
    const from = performance.now();
    await import('${name}');
    const wall = performance.now() - from;
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify({ wall, cpu: (user + system) / 1000 }));`;
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: here,
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(`importing ${name} failed`);
  return JSON.parse(child.stdout) as Cost;
}

/** The least time by the clock, to which other programs only add, and the median of the processor's. */
function summary(costs: readonly Cost[]): Cost {
  const sorted = (part: keyof Cost): readonly number[] =>
    costs.map((cost) => cost[part]).sort((left, right) => left - right);
  return { wall: sorted('wall')[0] ?? Number.NaN, cpu: sorted('cpu')[costs.length >> 1] ?? Number.NaN };
}

/** Importing this package and importing zod, in fresh processes that take turns. */
export function timeImport(rounds = 31): { readonly contracts: Cost; readonly zod: Cost } {
  const zod: Cost[] = [];
  const contracts: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    zod.push(costOf('zod'));
    contracts.push(costOf('@cux/contracts'));
  }
  return { contracts: summary(contracts), zod: summary(zod) };
}
