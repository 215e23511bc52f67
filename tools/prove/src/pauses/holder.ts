import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attempt } from '@cux/kernel';
import { givenWork } from '../processes/child.ts';
import { seededChance } from '../random/seeded.ts';
import { openStore, type StoreAddress } from '../stores/address.ts';
import { Publisher } from './publisher.ts';

/** The process that is stopped while it holds: it commits and presses at moments of chance, on several articles at once. */
export interface HolderWork {
  readonly address: StoreAddress;
  readonly origin: string;
  readonly articles: readonly string[];
  readonly leaseMs: number;
  readonly seed: number;
  /** A defect put in on purpose: permits have no end. */
  readonly endless: boolean;
}

const { address, origin, articles, leaseMs, seed, endless } = givenWork<HolderWork>();
const chance = seededChance(seed);
const publisher = new Publisher({
  store: await openStore(address),
  processId: 'holder',
  series: 1,
  origin,
  leaseMs,
  endless,
});
const guards = await Promise.all(articles.map(() => publisher.guard()));
process.stdout.write('ready\n');
await once(process.stdin, 'data');

const holding: Attempt[] = [];
for (const article of articles) holding.push(await publisher.fingerOnKey(article));
process.stdout.write('holding\n');

const pressing = articles.map(async (article, index) => {
  const [attempt, guard] = [holding[index], guards[index]];
  const [before, between] = [chance.below(600), chance.below(600)];
  await pause(before);
  if (attempt === undefined || guard === undefined) return;
  await publisher.press(article, attempt, guard, between);
});
await Promise.all(pressing);
await Promise.all(guards.map((guard) => guard.close()));
await publisher.kernel.close();
process.stdin.destroy();
