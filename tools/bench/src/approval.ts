import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@cux/store-suite/postgres';
import { type Figure, median, perSecond, times } from './figures.ts';
import type { Effort } from './transitions.ts';

const besides = fileURLToPath(new URL('../side-by-side/', import.meta.url));

/** What is unequal between them, for whoever reads the table. */
export const unequal = `A wait is: work is begun, a person is asked, approves, and the work goes on. Unequal are:
cux stores four commands for it (todo, question, decision, admission) with their events in the hash chain, checks who may decide, and
binds the approval to its subject; it forces each to disk before it answers (on SQLite todo and question together). LangGraph stores a checkpoint and its
writes at each step and binds the approval to a thread; its checkpointer leaves SQLite's \`synchronous\` as its library sets it,
which in WAL mode is \`NORMAL\`: a power cut may take back what was acknowledged. DBOS stores the workflow, the message and each step in
PostgreSQL, with the server's own settings (which force each commit), and its workflow may be told before it waits. Neither keeps a log that
can be verified. Each runs in a process of its own, and they take turns.`;

/** Installs what the others need, from the lockfile beside them, where that has not been done. */
export function installOthers(): void {
  if (existsSync(join(besides, 'node_modules'))) return;
  const { status } = spawnSync('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], {
    cwd: besides,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0)
    throw new Error('What is to be compared with could not be installed; see the lines above.');
}

/** The same wait for approval in cux and in others, in rounds in which they take turns. */
export async function approval(effort: Effort): Promise<readonly Figure[]> {
  installOthers();
  const server = await startPostgres();
  const candidates = {
    cuxSqlite: await started('cux.ts', join(effort.folder, 'approval.sqlite')),
    langGraph: await started('langgraph.mjs', join(effort.folder, 'langgraph.sqlite')),
    cuxPostgres: await started('cux.ts', server.url),
    dbos: await started('dbos.mjs', server.url),
  };
  try {
    const figures: Figure[] = [];
    for (const [callers, asked] of [
      [1, ['(15 ×)', '(25 ×)']],
      [64, ['(100 ×)', '(100 ×)']],
    ] as const) {
      for (const candidate of Object.values(candidates)) await rate(candidate, callers, effort.roundMs / 2);
      const rates: Record<keyof typeof candidates, number[]> = {
        cuxSqlite: [],
        langGraph: [],
        cuxPostgres: [],
        dbos: [],
      };
      for (let nth = 0; nth < effort.rounds; nth += 1) {
        for (const name of Object.keys(rates) as (keyof typeof rates)[]) {
          rates[name].push(await rate(candidates[name], callers, effort.roundMs));
        }
      }
      const among = `${callers} ${callers === 1 ? 'caller' : 'callers'}`;
      figures.push(
        against(
          `waits for approval, ${among}: cux on SQLite, LangGraph.js on SQLite`,
          rates.cuxSqlite,
          rates.langGraph,
          asked[0],
        ),
        against(
          `waits for approval, ${among}: cux on PostgreSQL, DBOS on PostgreSQL`,
          rates.cuxPostgres,
          rates.dbos,
          asked[1],
        ),
      );
    }
    return figures;
  } finally {
    await Promise.all(Object.values(candidates).map(ended));
    await server.remove();
  }
}

function against(what: string, own: readonly number[], other: readonly number[], asked: string): Figure {
  return {
    what,
    measured: `${perSecond(median(own))} and ${perSecond(median(other))}`,
    ratio: times(median(own.map((each, nth) => each / (other[nth] ?? Number.NaN)))),
    asked,
  };
}

async function started(file: string, place: string): Promise<ChildProcess> {
  const child = fork(join(besides, file), [place], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  if ((await word(child)) !== 'ready') throw new Error(`${file} did not start.`);
  return child;
}

async function rate(child: ChildProcess, callers: number, milliseconds: number): Promise<number> {
  child.send({ callers, milliseconds });
  return Number(await word(child));
}

/** The next word of a child; throws when it ends instead. */
function word(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new Error('A process that is compared has ended; see the lines above.'));
    child.once('exit', end);
    child.once('message', (message) => {
      child.off('exit', end);
      resolve(message);
    });
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.send('end');
  await end;
}
