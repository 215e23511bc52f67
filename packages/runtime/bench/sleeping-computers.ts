import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computers } from '@cux/kernel/store-suite';
import { openSqliteStore } from '@cux/store-sqlite';
import { AgentWorld } from '../test/support/agent-world.ts';
import { workspace } from '../test/support/people.ts';
import { median } from './median.ts';

const rounds = 9;

/** What a thing takes where few Computers sleep, and where many do. */
interface Beside {
  readonly alone: number;
  readonly among: number;
}

/**
 * What sleeping Computers cost: memory of the process that has them in its store, the list of them, and how long one takes to wake (on the mock
 * provider, so that no engine is in it), beside the same where one sleeps. On an SQLite file; needs `--expose-gc`.
 */
export async function sleepingComputers(count: number): Promise<readonly (readonly [string, string])[]> {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('Memory is measured with --expose-gc; run it by `pnpm bench`.');
  const folder = await mkdtemp(join(tmpdir(), 'cux-bench-'));
  const store = await openSqliteStore({ path: join(folder, 'store.sqlite') });
  const world = await AgentWorld.open({ store });
  try {
    await world.host.release(world.computer_id);
    const list = () =>
      timed(
        () => world.kernel.computers(workspace, { lifecycles: ['sleeping'] }),
        () => Promise.resolve(),
      );
    const wake = () =>
      timed(
        () => world.wake(),
        () => world.host.release(world.computer_id),
      );
    const [listAlone, wakeAlone] = [await list(), await wake()];
    collect();
    const heap = process.memoryUsage().heapUsed;
    const { profile_id } = await world.must('put-profile', {
      ...{ profile_id: null, expected_latest: 0, activate: true },
      terms: computers.terms,
    });
    for (let made = 1; made < count; made += 1) await world.must('create-computer', { profile_id });
    const contacts = world.contacts.length;
    collect();
    const held = process.memoryUsage().heapUsed - heap;
    const listed = { alone: listAlone, among: await list() };
    const woken = { alone: wakeAlone, among: await wake() };
    const sleeping = await world.kernel.computers(workspace, { lifecycles: ['sleeping'] });
    if (sleeping.length !== count) throw new Error(`${sleeping.length} Computers sleep, not ${count}`);
    const opened = world.contacts.slice(contacts).filter((name) => name === 'openSession').length;
    if (opened !== rounds + 1) throw new Error(`a provider was contacted ${opened} times`);
    return [
      [`heap that ${count} sleeping Computers hold`, `${(held / 1_048_576).toFixed(2)} MB`],
      [`listing ${count}, and 1`, told(listed)],
      [`waking one among ${count}, and alone`, told(woken)],
    ];
  } finally {
    await world.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds, the median of rounds after one that is not counted. */
async function timed(work: () => Promise<unknown>, after: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const begun = performance.now();
    await work();
    if (round > 0) taken.push(performance.now() - begun);
    await after();
  }
  return median(taken);
}

function told({ alone, among }: Beside): string {
  return `${among.toFixed(2)} ms and ${alone.toFixed(2)} ms (${(among / alone).toFixed(2)} ×)`;
}
