import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { approval, unequal } from './approval.ts';
import { type Figure, tableOf } from './figures.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { type Effort, transitions } from './transitions.ts';

const parts = ['transitions', 'growth', 'memory', 'approval'] as const;
const usage = `usage: pnpm bench --filter=@cux/bench [-- --long] [--only ${parts.join('|')}] [--no-postgres] [--folder FOLDER]
  --long         10⁶ rows and 10⁶ transitions, and more rounds; takes an hour or so
  --only PART    one part (may be repeated); approval is measured only when it is asked for, and installs what it
                 compares with
  --folder       where the databases lie while they are measured: the disk that is meant
`;

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    'no-postgres': { type: 'boolean', default: false },
    folder: { type: 'string', default: tmpdir() },
    help: { type: 'boolean', default: false },
  },
});
const wanted = values.only ?? ['transitions', 'growth', 'memory'];
const unknown = wanted.find((each) => !parts.some((part) => part === each));
if (values.help || unknown !== undefined) {
  process.stderr.write(usage);
  process.exit(values.help ? 0 : 2);
}

// The heap is looked at after a collection.
setFlagsFromString('--expose-gc');
globalThis.gc = runInNewContext('gc') as NodeJS.GCFunction;

const folder = mkdtempSync(join(values.folder, 'cux-bench-'));
const effort: Effort = values.long
  ? { folder, rounds: 9, roundMs: 4_000 }
  : { folder, rounds: 5, roundMs: 1_500 };
const measures: Readonly<Record<(typeof parts)[number], () => Promise<readonly Figure[]>>> = {
  transitions: () => transitions(effort, !values['no-postgres']),
  growth: async () => [await growth(effort, values.long ? 1_000_000 : 30_000)],
  memory: async () => [await memory(effort, values.long ? 1_000_000 : 20_000)],
  approval: () => approval(effort),
};
try {
  const figures: Figure[] = [];
  for (const part of parts) {
    if (!wanted.includes(part)) continue;
    process.stderr.write(`measuring ${part} …\n`);
    figures.push(...(await measures[part]()));
  }
  process.stdout.write(`${tableOf(figures)}\n`);
  if (wanted.includes('approval')) process.stdout.write(`\n${unequal}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
