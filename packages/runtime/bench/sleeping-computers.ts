import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computers } from '@cux/kernel/store-suite';
import { openSqliteStore } from '@cux/store-sqlite';
import { AgentWorld } from '../test/support/agent-world.ts';
import { workspace } from '../test/support/people.ts';
import { median } from './median.ts';

const rounds = 15;

/** A store of its own in which this many Computers sleep, the first of them the world's own. */
interface Sleepers {
  readonly count: number;
  readonly world: AgentWorld;
  end(): Promise<void>;
}

/** One thing that is done to one's own Computer, and what makes it undone. */
interface Measured {
  readonly work: (sleepers: Sleepers) => Promise<unknown>;
  readonly after?: (sleepers: Sleepers) => Promise<unknown>;
}

const listing: Measured = {
  work: ({ world }) => world.kernel.computers(workspace, { lifecycles: ['sleeping'] }),
};

const waking: Measured = {
  work: ({ world }) => world.wake(),
  after: ({ world }) => world.host.release(world.computer_id),
};

/**
 * What sleeping Computers cost: memory of the process that has them in its store, the list of them, and what waking one takes (on the mock
 * provider, so that no engine is in it), beside the same where one sleeps: turn by turn, by processor time, so that neither has the machine
 * at a better moment. On SQLite files; needs `--expose-gc`.
 */
export async function sleepingComputers(count: number): Promise<readonly (readonly [string, string])[]> {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('Memory is measured with --expose-gc; run it by `pnpm bench`.');
  const alone = await sleepers(1);
  collect();
  const heap = process.memoryUsage().heapUsed;
  const among = await sleepers(count);
  try {
    collect();
    const held = process.memoryUsage().heapUsed - heap;
    const listed = await sideBySide(listing, alone, among);
    const before = contacts(among);
    const woken = await sideBySide(waking, alone, among);
    const sleeping = await among.world.kernel.computers(workspace, { lifecycles: ['sleeping'] });
    if (sleeping.length !== count) throw new Error(`${sleeping.length} Computers sleep, not ${count}`);
    const opened = contacts(among) - before;
    if (opened !== rounds + 1) throw new Error(`a provider was contacted ${opened} times`);
    return [
      [`heap that ${count} sleeping Computers hold`, `${(held / 1_048_576).toFixed(2)} MB`],
      [`listing ${count}, and 1`, listed],
      [`waking one among ${count}, and alone`, woken],
    ];
  } finally {
    await alone.end();
    await among.end();
  }
}

async function sleepers(count: number): Promise<Sleepers> {
  const folder = await mkdtemp(join(tmpdir(), 'cux-bench-'));
  const store = await openSqliteStore({ path: join(folder, 'store.sqlite') });
  const world = await AgentWorld.open({ store });
  await world.host.release(world.computer_id);
  const { profile_id } = await world.must('put-profile', {
    ...{ profile_id: null, expected_latest: 0, activate: true },
    terms: computers.terms,
  });
  for (let made = 1; made < count; made += 1) await world.must('create-computer', { profile_id });
  const end = async () => {
    await world.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { count, world, end };
}

function contacts({ world }: Sleepers): number {
  return world.contacts.filter((name) => name === 'openSession').length;
}

/** Medians of the processor time of rounds, after one that is not counted. */
async function sideBySide(measured: Measured, alone: Sleepers, among: Sleepers): Promise<string> {
  const taken = { alone: [] as number[], among: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const few = await processorTime(measured, alone);
    const many = await processorTime(measured, among);
    if (round === 0) continue;
    taken.alone.push(few);
    taken.among.push(many);
  }
  const [few, many] = [median(taken.alone), median(taken.among)];
  return `${many.toFixed(2)} ms and ${few.toFixed(2)} ms (${(many / few).toFixed(2)} ×)`;
}

/** Milliseconds, of all threads of this process. */
async function processorTime({ work, after }: Measured, sleepers: Sleepers): Promise<number> {
  const begun = process.cpuUsage();
  await work(sleepers);
  const { user, system } = process.cpuUsage(begun);
  await after?.(sleepers);
  return (user + system) / 1_000;
}
