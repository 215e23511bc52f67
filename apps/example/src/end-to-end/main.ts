import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { type PlayedRow, playRow } from './play-row.ts';
import { providerFor } from './provider-for.ts';
import type { CrashAt, Situation } from './situation.ts';
import { situations } from './situations.ts';
import { Stages } from './stages.ts';
import { tableOf } from './table.ts';
import { openWorld, type WorldSettings, walk } from './world.ts';

/** What a process that is to be killed is told. */
interface CrashOrder {
  readonly settings: Pick<WorldSettings, 'folder' | 'origin' | 'recipe' | 'account'>;
  readonly itemId: string;
  readonly moment: CrashAt;
}

const self = fileURLToPath(import.meta.url);

/** Runs the next attempt in a process of its own, which ends by SIGKILL at the moment of the order. */
async function crash(settings: WorldSettings, itemId: string, moment: CrashAt): Promise<void> {
  const { folder, origin, recipe, account } = settings;
  const order: CrashOrder = { settings: { folder, origin, recipe, account }, itemId, moment };
  const child = fork(self, ['--crash', JSON.stringify(order)], { execArgv: process.execArgv });
  const [, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL') throw new Error('The process that was to be killed ended by itself.');
}

async function runUntilKilled({ settings, itemId, moment }: CrashOrder): Promise<void> {
  const world = await openWorld({
    ...settings,
    provider: () => providerFor(settings.recipe),
    person: null,
    rehearse: async (now) => {
      if (now === moment) process.kill(process.pid, 'SIGKILL');
    },
  });
  await walk(
    world,
    { id: itemId, content: {}, interventions: 0, refusals: [] },
    { decisions: [], person: null },
  );
}

interface Flags {
  readonly only?: string;
  readonly json: boolean;
  readonly list: boolean;
  readonly crash?: string;
}

async function playAll(
  rows: readonly (readonly [number, Situation])[],
  say: (line: string) => void,
): Promise<readonly PlayedRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cux-end-to-end-'));
  const stages = new Stages(folder, say, new AbortController().signal);
  const played: PlayedRow[] = [];
  try {
    for (const [number, row] of rows) {
      const begun = performance.now();
      const application = await stages.application(row.application);
      const wordpress = await stages.wordpress(row.application);
      const own = join(folder, `row-${number}`);
      mkdirSync(own, { mode: 0o700 });
      const seen = await playRow(row, {
        application,
        wordpress,
        folder: own,
        number,
        provider: () => providerFor(application.recipe),
        crash: (settings, item, moment) => crash(settings, item.id, moment),
      });
      played.push(seen);
      const seconds = Math.round((performance.now() - begun) / 1_000);
      say(
        `${seen.wrong.length === 0 ? 'ok' : 'NO'}  ${row.application}: ${row.situation} (${seconds} s)${seen.wrong.map((each) => `\n      ${each}`).join('')}`,
      );
    }
  } finally {
    await stages.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return played;
}

async function main(flags: Flags): Promise<void> {
  if (flags.crash !== undefined) {
    await runUntilKilled(JSON.parse(flags.crash));
    return;
  }
  const rows = situations
    .map((row, index) => [index + 1, row] as const)
    .filter(([, { application, situation }]) =>
      new RegExp(flags.only ?? '').test(`${application}: ${situation}`),
    );
  if (flags.list) {
    for (const [, { application, situation }] of rows) process.stdout.write(`${application}: ${situation}\n`);
    return;
  }
  const played = await playAll(rows, (line) => process.stderr.write(`${line}\n`));
  const failed = played.filter(({ wrong }) => wrong.length > 0).length;
  process.stdout.write(flags.json ? `${JSON.stringify(played)}\n` : tableOf(played));
  process.stdout.write(flags.json ? '' : `${played.length - failed} passed, ${failed} failed\n`);
  if (failed > 0 || played.length === 0) process.exitCode = 1;
}

const program = new Command('end-to-end')
  .description('Play every situation on real applications, and ask their own stores what became of it.')
  .option('--only <pattern>', 'only rows whose name matches this regular expression')
  .option('--list', 'name the rows', false)
  .option('--json', 'print one JSON value', false)
  .option('--crash <order>', 'run an attempt until it is killed; used by the command itself')
  .action((flags: Flags) => main(flags));
await program.parseAsync();
