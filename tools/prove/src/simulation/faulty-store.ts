import type { CommitBatch, CommitOutcome, Store } from '@cux/kernel';
import { StoreFault } from '@cux/store-sqlite';
import type { Life } from './scheduler.ts';
import type { World } from './world.ts';

/** How often something else may come between two reads of one command. */
const interleaved = 0.25;

/**
 * The store as one process sees it: each call is a point where others may go first, and may fail. A failed write leaves
 * nothing, or everything, or breaks off inside the engine's transaction; whoever called cannot tell which.
 */
export function faultyStore(world: World, life: Life): Store {
  const inner = world.plants.store?.(world.store) ?? world.store;
  const reading = async <Value>(name: string, read: () => Promise<Value>): Promise<Value> => {
    if (world.chance.happens(interleaved)) await world.scheduler.turn(life, name);
    if (world.goesWrong(0.002)) {
      world.faults.add('read fails', name);
      throw new StoreFault('unavailable', 'The simulated disk cannot be read; retry.');
    }
    return read();
  };
  return {
    commit: (batch) => commit(world, life, inner, batch),
    get: (...where) => reading('get', () => inner.get(...where)),
    list: (...where) => reading('list', () => inner.list(...where)),
    answer: (...where) => reading('answer', () => inner.answer(...where)),
    answers: (...where) => reading('answers', () => inner.answers(...where)),
    highestTime: (...where) => reading('highest time', () => inner.highestTime(...where)),
    events: (...where) => reading('events', () => inner.events(...where)),
    links: (...where) => reading('links', () => inner.links(...where)),
    workspaces: () => reading('workspaces', () => inner.workspaces()),
    close: async () => undefined,
  };
}

async function commit(world: World, life: Life, inner: Store, batch: CommitBatch): Promise<CommitOutcome> {
  await world.scheduler.turn(life, 'commit');
  if (world.goesWrong(0.012)) {
    world.faults.add('disk full');
    throw new StoreFault('disk_full', 'The simulated disk is full; retry.');
  }
  if (world.goesWrong(0.012)) {
    world.faults.add('write fails before');
    throw new StoreFault('unavailable', 'The simulated disk cannot be written; retry.');
  }
  world.written = true;
  if (world.goesWrong(0.012)) return breakOff(world, inner, batch);
  const outcome = await inner.commit(batch);
  world.trace(`    ${outcome.kind} ${batch.answer.key}`);
  await world.scheduler.turn(life, 'commit answers');
  if (world.goesWrong(0.015)) {
    world.faults.add('write fails after');
    throw new StoreFault('unavailable', 'The simulated disk failed after it had written; retry.');
  }
  return outcome;
}

/** A row that the schema refuses, after all others: the engine has to take back what it did before. */
async function breakOff(world: World, inner: Store, batch: CommitBatch): Promise<CommitOutcome> {
  world.faults.add('write fails in the middle');
  const poison = {
    kind: 'lock',
    id: 'poison',
    revision: 0,
    state: 'free',
    parent_id: null,
    subject_digest: null,
    body: '{}',
  } as const;
  const outcome = await inner.commit({ ...batch, writes: [...batch.writes, poison] });
  if (outcome.kind === 'committed') world.judge.wrong('schema: a row of revision 0 was stored');
  return outcome;
}
