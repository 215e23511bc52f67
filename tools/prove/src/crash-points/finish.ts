import { people } from '@cux/kernel/store-suite';
import type { MemoryDisk } from '@cux/store-sqlite';
import type { PlainAttempt, PlainGate } from '../oracle/entities.ts';
import type { Effect } from '../oracle/facts.ts';
import { seededChance } from '../random/seeded.ts';
import { inhabit } from '../simulation/simulate.ts';
import { heal } from '../simulation/steps.ts';
import { World } from '../simulation/world.ts';
import { firstProcess, scenario } from './scenario.ts';

const commit = scenario.findIndex(({ name }) => name === 'commit-attempt');

/**
 * Lets other processes and people bring everything on a disk to its end, under the eyes of the oracle. Answers the first
 * law that was broken.
 *
 * @param step the step after which they take over; one past the commit has published
 */
export async function finishOn(disk: MemoryDisk, step: number): Promise<string | null> {
  const world = new World({ seed: step, disk });
  const rows = disk.database.prepare('select kind, body from row').all() as { kind: string; body: string }[];
  const bodies = <Body>(kind: string) =>
    rows.filter((row) => row.kind === kind).map(({ body }) => JSON.parse(body) as Body);
  for (const gate of bodies<PlainGate>('gate')) {
    if (gate.decided_by === null || gate.closed_for === 'rejected') continue;
    const { gate_id, subject_digest } = gate;
    world.judge.decisions.push({
      person: people.reviewer.id,
      gate_id,
      revision: 1,
      subject_digest,
      decision: 'approve',
    });
  }
  const published = step > commit ? bodies<PlainAttempt>('attempt').filter(isCommitted) : [];
  await world.judge.adopt(published.map(effectOf));
  world.dead.push(firstProcess);
  world.healed = true;
  await inhabit(world, 2 + seededChance(step).below(2));
  await heal(world);
  await world.judge.finish();
  const articles = world.judge.effects.filter(({ record_id }) => record_id === 'article-1').length;
  if (articles > 1) world.judge.wrong(`site.published-once: article-1 was published ${articles} times`);
  return world.judge.violations[0] ?? null;
}

function isCommitted({ permit_id }: PlainAttempt): boolean {
  return permit_id !== null;
}

function effectOf({ attempt_id, permit_id, subject_digest, request, subject }: PlainAttempt): Effect {
  return {
    attempt_id,
    permit_id: permit_id ?? '',
    gate_id: request.gate_binding?.gate_id ?? '',
    subject_digest: subject_digest ?? '',
    record_id: subject?.record_id ?? '',
  };
}
