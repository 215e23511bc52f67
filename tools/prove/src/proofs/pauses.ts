import { setTimeout as pause } from 'node:timers/promises';
import type { Attempt } from '@cux/kernel';
import { people } from '@cux/kernel/store-suite';
import { StoreFault } from '@cux/store-sqlite';
import { checkWhole } from '../oracle/whole-store.ts';
import type { HolderWork } from '../pauses/holder.ts';
import { Publisher } from '../pauses/publisher.ts';
import { type CountingSite, countingSite } from '../pauses/site.ts';
import { startChild } from '../processes/child.ts';
import { seededChance } from '../random/seeded.ts';
import { addCounts } from '../simulation/faults.ts';
import { lookAt, openStore, type StoreAddress } from '../stores/address.ts';
import { withPlaces } from '../stores/engines.ts';
import type { Proof, ProofResult, Scale } from './proof.ts';

const holder = new URL('../pauses/holder.ts', import.meta.url);
const workspace = 'newsdesk';
const holders = 10;
const leaseMs = 4_000;
const rounds: Readonly<Record<Scale, number>> = { share: 1, short: 1, long: 20 };

/**
 * Holders of permits are stopped (SIGSTOP) past their leases at a moment of chance. Meanwhile others take over, find
 * out, ask again and publish; then the holders go on. Every article was published exactly once, as the site counts.
 */
export const pauses: Proof = {
  name: 'pauses',
  run: (scale) => stopAgain(rounds[scale]),
};

/** @param endless a defect put in on purpose: the permits of the stopped process have no end */
export function stopAgain(times: number, endless = false): Promise<ProofResult> {
  return withPlaces('SQLite', async (places) => {
    const violations: string[] = [];
    const states: Record<string, number> = {};
    for (let round = 1; round <= times; round += 1) {
      const wrong = (what: string) => violations.push(`round ${round}: ${what}`);
      addCounts(states, await stopHolders(places.fresh(), { seed: round, endless }, wrong));
    }
    const count = times * holders;
    const found = Object.entries(states).map(([state, times]) => `${times} ${state.replace('_', ' ')}`);
    return {
      runs: `${count} holders stopped past their leases (found then: ${found.sort().join(', ')})`,
      faults: { 'process stopped': count },
      violations,
    };
  });
}

/** Answers in which state the attempts of the stopped process were found when their leases were over. */
async function stopHolders(
  address: StoreAddress,
  { seed, endless }: Pick<HolderWork, 'seed' | 'endless'>,
  wrong: (what: string) => void,
): Promise<Readonly<Record<string, number>>> {
  const site = await countingSite();
  const articles = Array.from({ length: holders }, (_, each) => `article-${each}`);
  const store = await openStore(address);
  const rescuer = new Publisher({
    store,
    processId: 'rescuer',
    series: 0,
    origin: site.origin,
    leaseMs: 60_000,
  });
  try {
    for (const article of articles) {
      await rescuer.begin(article);
      await rescuer.decide(await rescuer.draft(article));
    }
    const work: HolderWork = { address, origin: site.origin, articles, leaseMs, seed, endless };
    const child = startChild(holder, work);
    await child.heard(1);
    child.tell('go');
    await child.heard(2);
    await pause(150 + seededChance(seed).below(900));
    child.process.kill('SIGSTOP');
    const found = await rescue(rescuer, site, articles).catch(lockedOut);
    child.process.kill('SIGCONT');
    await child.ended();
    for (const article of articles) {
      const times = site.published.get(article) ?? 0;
      const least = found.locked_out === undefined ? 1 : 0;
      if (times > 1 || times < least) wrong(`site.published-once: ${article} was published ${times} times`);
    }
    await lookAt(address, workspace, (raw) => checkWhole(raw, workspace, wrong));
    return found;
  } finally {
    await rescuer.kernel.close();
    await site.close();
  }
}

/**
 * A process that is stopped inside a transaction keeps the lock of the SQLite file, and nobody else can write until it
 * goes on: then nothing is published twice, and what it had not published stays to be done.
 */
function lockedOut(error: unknown): Readonly<Record<string, number>> {
  if (StoreFault.isInstance(error) && error.code === 'locked') return { locked_out: holders };
  throw error;
}

/** Takes over what the stopped process held, and publishes what it had not. Answers in which state it found that. */
async function rescue(
  rescuer: Publisher,
  site: CountingSite,
  articles: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  await untilTakenOver(rescuer);
  const found: Record<string, number> = {};
  for (const article of articles) {
    const attempts = await rescuer.kernel.attempts(workspace, { todo_id: `todo-${article}` });
    const last = [...attempts].sort((left, right) => right.fence - left.fence)[0];
    if (last === undefined) continue;
    addCounts(found, { [last.state]: 1 });
    if (last.state === 'reported' || last.state === 'settled') continue;
    const happened = (site.published.get(article) ?? 0) > 0;
    if (last.state === 'outcome_unknown') await findOut(rescuer, last, happened, article);
    if (happened) continue;
    const guard = await rescuer.guard();
    await rescuer.press(article, await rescuer.fingerOnKey(article), guard, 0);
    await guard.close();
  }
  return found;
}

/** Leases end by real time: recovery is asked until nobody but itself holds anything. */
async function untilTakenOver(rescuer: Publisher): Promise<void> {
  for (;;) {
    const { actions } = await rescuer.kernel.recover(workspace, rescuer.processId);
    if (actions.every(({ to }) => to !== 'unchanged')) break;
    await pause(200);
  }
  // What left before the stop has arrived by the end of the quiet time; then somebody may look at the site.
  const silent = await rescuer.kernel.attempts(workspace, { states: ['outcome_unknown'] });
  const left = async ({ attempt_id }: Attempt) => (await rescuer.kernel.quietFor(workspace, attempt_id)) ?? 0;
  for (const attempt of silent) {
    for (let milliseconds = await left(attempt); milliseconds > 0; milliseconds = await left(attempt))
      await pause(milliseconds);
  }
}

async function findOut(
  rescuer: Publisher,
  attempt: Attempt,
  happened: boolean,
  article: string,
): Promise<void> {
  await rescuer.settleByPerson(attempt, happened);
  if (happened) return;
  await rescuer.must('reopen-todo', { todo_id: attempt.todo_id }, people.owner);
  const todo = await rescuer.todo(attempt.todo_id);
  if (todo.state === 'open' && todo.action_unit === 'draft_until_review_gate') await rescuer.draft(article);
  await rescuer.decide(await rescuer.gateOf(attempt.todo_id));
}
