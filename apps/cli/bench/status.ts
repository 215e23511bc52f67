import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillWithItems } from '../test/state-folder.ts';

/** What `cux content status` takes in a process of its own, for stores of several sizes in one run. */
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const telling = `data:text/javascript,${encodeURIComponent("process.on('exit',()=>{const {maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();process.stderr.write('used '+maxRSS+' '+(userCPUTime+systemCPUTime))})")}`;
const rounds = 5;

interface Run {
  /** Of a processor: what else the machine does counts for little. */
  readonly milliseconds: number;
  readonly megabytes: number;
}

async function run(folder: string): Promise<Run> {
  const args = ['--import', telling, main, '--json', '--state', folder, 'content', 'status'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.on('data', (chunk) => {
    told += String(chunk);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`cux ended with ${code}: ${told}`);
  const [, kilobytes, microseconds] = /used (\d+) (\d+)/.exec(told) ?? [];
  return { milliseconds: Number(microseconds) / 1_000, megabytes: Number(kilobytes) / 1_024 };
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

process.stdout.write('| items | processor time, ms | peak memory, MB |\n|---|---|---|\n');
for (const count of [100, 1_000, 10_000]) {
  const folder = mkdtempSync(join(tmpdir(), 'cux-status-'));
  try {
    await fillWithItems(join(folder, 'cux.sqlite'), count);
    const runs: Run[] = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await run(folder));
    const time = median(runs.map(({ milliseconds }) => milliseconds));
    const memory = median(runs.map(({ megabytes }) => megabytes));
    process.stdout.write(`| ${count} | ${time.toFixed(0)} | ${memory.toFixed(0)} |\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
