import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

function millisecondsOf(name: string): number {
  const code = `const from = performance.now(); await import('${name}'); console.log(performance.now() - from);`;
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: here,
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(`importing ${name} failed`);
  return Number(child.stdout);
}

/** Importing this package and importing zod, in fresh processes that take turns: the two medians in milliseconds. */
export function timeImport(rounds = 21): { readonly contracts: number; readonly zod: number } {
  const times = { contracts: [] as number[], zod: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.zod.push(millisecondsOf('zod'));
    times.contracts.push(millisecondsOf('@cux/contracts'));
  }
  const middle = (numbers: number[]): number => numbers.sort((left, right) => left - right)[rounds >> 1] ?? 0;
  return { contracts: middle(times.contracts), zod: middle(times.zod) };
}
