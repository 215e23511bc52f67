import { createKernel, randomIds, systemClock } from '@cux/kernel';
import { people } from '@cux/kernel/store-suite';
import { checkHistory } from '../histories/check.ts';
import { workspace } from '../histories/client.ts';
import type { HistoryWork } from '../histories/client-process.ts';
import type { Operation } from '../histories/operation.ts';
import type { RawStore } from '../oracle/raw-store.ts';
import { checkWhole } from '../oracle/whole-store.ts';
import { startChild } from '../processes/child.ts';
import { lookAt, openStore, type StoreAddress } from '../stores/address.ts';
import { type EngineName, withPlaces } from '../stores/engines.ts';
import type { Proof, Scale } from './proof.ts';

const program = new URL('../histories/client-process.ts', import.meta.url);
const histories: Readonly<Record<Scale, number>> = { share: 1, short: 1, long: 50 };
const processes = 2;
const clients = 4;
const operations = 100;

/** Concurrent histories of two processes on one store: each must be one that could have been one after another. */
export function historiesOn(engine: EngineName): Proof {
  return {
    name: `histories-${engine.toLowerCase()}`,
    run: (scale) =>
      withPlaces(engine, async (places) => {
        const violations: string[] = [];
        const count = histories[scale];
        for (let seed = 1; seed <= count; seed += 1) {
          for (const what of await playHistory(places.fresh(), seed))
            violations.push(`history ${seed}: ${what}`);
        }
        const runs = `${count} histories of ${processes * clients} clients × ${operations} operations in ${processes} processes`;
        return { runs, faults: {}, violations };
      }),
  };
}

/** Plays one history on a fresh store and answers what no order explains. */
export async function playHistory(
  address: StoreAddress,
  seed: number,
  planted = false,
): Promise<readonly string[]> {
  await begin(address);
  const children = Array.from({ length: processes }, (_, each) => {
    const work: HistoryWork = {
      address,
      clients,
      operations,
      seed: seed * processes + each,
      process: `process-${each}`,
      planted,
    };
    return startChild(program, work);
  });
  await Promise.all(children.map((child) => child.heard(1)));
  for (const child of children) child.tell('go');
  await Promise.all(children.map((child) => child.ended()));
  const seen = children.flatMap(({ lines }) =>
    lines.slice(1, -1).map((line) => JSON.parse(line) as Operation),
  );
  return lookAt(address, workspace, (raw) => judge(raw, seen));
}

async function judge(raw: RawStore, seen: readonly Operation[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  const batches = await checkWhole(raw, workspace, (what) => wrong.push(what));
  const log = batches.map(({ head }) => `${head.scope} ${head.key}`);
  return [...wrong, ...checkHistory(seen, log)];
}

/** The goals are there before anybody comes. */
async function begin(address: StoreAddress): Promise<void> {
  const store = await openStore(address);
  const kernel = createKernel({ store, clock: systemClock, ids: randomIds, capabilities: [] });
  for (const goal_id of ['goal-1', 'goal-2']) {
    const input = { goal_id, mode: 'drafting', owner_id: people.owner.id, quota: {} } as const;
    await kernel.execute(
      'create-goal',
      { workspace, principal: people.operator, key: `make-${goal_id}` },
      input,
    );
  }
  await kernel.close();
}
