import { canonical } from '../oracle/canonical.ts';
import type { PlainAttempt, PlainGate } from '../oracle/entities.ts';
import type { Acknowledgement } from '../oracle/facts.ts';
import type { RawStore } from '../oracle/raw-store.ts';
import { checkWhole } from '../oracle/whole-store.ts';
import { type Child, startChild } from '../processes/child.ts';
import { type Chance, seededChance } from '../random/seeded.ts';
import { lookAt, type StoreAddress } from '../stores/address.ts';
import { type EngineName, withPlaces } from '../stores/engines.ts';
import type { Proof, Scale } from './proof.ts';

const workspace = 'newsdesk';
const worker = new URL('../kill/worker.ts', import.meta.url);

const rounds: Readonly<Record<EngineName, Readonly<Record<Scale, number>>>> = {
  SQLite: { share: 1, short: 2, long: 100 },
  PostgreSQL: { share: 1, short: 1, long: 100 },
};

/** Two processes under load on one store, killed at a moment of chance, again and again; judged by plain SQL. */
export function killOn(engine: EngineName): Proof {
  return {
    name: `kill-${engine.toLowerCase()}`,
    run: (scale) =>
      withPlaces(engine, async (places) => {
        const count = rounds[engine][scale];
        const violations: string[] = [];
        const told = await killAgain(places.fresh(), count, seededChance(count), (what) =>
          violations.push(what),
        );
        return {
          runs: `${count} rounds of 2 processes × 4 articles at once, ${told} acknowledged commands`,
          faults: { 'process killed': count * 2 },
          violations,
        };
      }),
  };
}

async function killAgain(
  address: StoreAddress,
  count: number,
  chance: Chance,
  wrong: (what: string) => void,
): Promise<number> {
  const told = new Map<string, Acknowledgement>();
  const dead: string[] = [];
  for (let round = 1; round <= count; round += 1) {
    const children = [1, 2].map((each) => {
      const name = `process-${round}-${each}`;
      const series = (round * 2 + each) % 250;
      const child = startChild(worker, { address, name, series: series + 1, dead: [...dead], articles: 4 });
      return { name, child };
    });
    await Promise.all(children.map(({ child }) => child.heard(5 + chance.below(60))));
    for (const { name, child } of children) {
      await child.kill();
      dead.push(name);
      takeDown(child, told, wrong);
    }
    await lookAt(address, workspace, (raw) => judge(raw, [...told.values()], wrong));
  }
  return told.size;
}

/** What a process has told that it was answered; a last line without its end does not count. */
function takeDown(child: Child, told: Map<string, Acknowledgement>, wrong: (what: string) => void): void {
  for (const line of child.lines) {
    if (!line.endsWith('}}') && line === child.lines.at(-1)) continue;
    const acknowledgement = JSON.parse(line) as Acknowledgement;
    const place = `${acknowledgement.scope} ${acknowledgement.key}`;
    const earlier = told.get(place);
    if (earlier !== undefined && canonical(earlier.answer) !== canonical(acknowledgement.answer))
      wrong(`answer.same-for-all: ${place}`);
    told.set(place, acknowledgement);
  }
}

/** Nothing acknowledged is lost, the log verifies with everything it speaks of, and no gate was consumed twice. */
async function judge(
  raw: RawStore,
  told: readonly Acknowledgement[],
  wrong: (what: string) => void,
): Promise<void> {
  const answers = new Map((await raw.answers()).map((each) => [`${each.scope} ${each.key}`, each.answer]));
  for (const { scope, key, command, answer } of told) {
    const kept = answers.get(`${scope} ${key}`);
    if (kept === undefined) wrong(`answer.not-lost: ${command} ${scope} ${key}`);
    else if (kept !== canonical(answer)) wrong(`answer.kept-as-given: ${command} ${scope} ${key}`);
  }
  await checkWhole(raw, workspace, wrong);
  const rows = await raw.rows();
  const bodies = <Body>(kind: string) =>
    rows.filter((row) => row.kind === kind).map((row) => JSON.parse(row.body) as Body);
  const committed = bodies<PlainAttempt>('attempt').filter(({ permit_id }) => permit_id !== null);
  const gates = committed.map(({ request }) => request.gate_binding?.gate_id);
  if (new Set(gates).size !== gates.length) wrong('gate.consumed-once: a gate was consumed twice');
  const consumed = bodies<PlainGate>('gate').filter(({ closed_for }) => closed_for === 'consumed');
  const by = consumed.map(({ consumed_by }) => consumed_by).sort();
  if (
    by.join() !==
    committed
      .map(({ attempt_id }) => attempt_id)
      .sort()
      .join()
  )
    wrong('gate.consumed-by-a-commit: commits and consumed gates differ');
}
