import { judgeRecord } from '@cux/contracts';
import { createKernel, randomIds, type UsageLine, usageTotals } from '@cux/kernel';
import { computers as made } from '@cux/kernel/store-suite';
import { afterEach, expect, it } from 'vitest';
import { usageRecord } from '../src/index.ts';
import { AgentWorld } from './support/agent-world.ts';
import { people, workspace } from './support/people.ts';
import { killedProcess } from './support/processes.ts';

const minute = 60_000;

let world: AgentWorld;
afterEach(() => world.close());

/** Of one measure and outcome, over everything else. */
function sum(lines: readonly UsageLine[], measure: UsageLine['measure'], outcome: string | null = null) {
  const totals = usageTotals(lines).filter((each) => each.measure === measure && each.outcome === outcome);
  return totals.reduce((all, { quantity }) => all + quantity, 0);
}

it('the ledger is what the provider was asked to do, through approval, takeover, crash and archive', async () => {
  world = await AgentWorld.open({ terms: { ...made.terms, sharing_scope: 'workspace' } });
  const { contacts, kernel, computer_id, screen_id } = world;
  let observed = 0;
  const observe = world.observe.bind(world);
  world.observe = (modes) => {
    observed += 1;
    return observe(modes);
  };

  const { gate_id, intent } = await world.askToPublish('publish');
  await world.decide(gate_id);
  expect(await world.send(intent, { key: 'publish' })).toMatchObject({ kind: 'performed' });
  expect(await world.send(intent, { key: 'publish' }), 'a repeat').toMatchObject({ kind: 'performed' });
  expect(await world.send({ ...intent, ref: 'e999' })).toMatchObject({ kind: 'refused' });

  const taken = await world.host.takeOver({
    ...{ computer_id, screen_id, control_epoch: 0, person: people.editor },
    ...{ start_url: null, allowed_origins: [], human_rules: [] },
  });
  if (taken.kind === 'refused') throw new Error(taken.rule);
  await taken.value.handBack();
  world.clock.advance(minute);
  await world.host.close();

  // Another life, which ends without closing anything.
  world.host = await world.newHost({ processId: await killedProcess() });
  await world.wake();
  await world.observe();
  world.clock.advance(minute);
  const heir = await world.newHost();
  expect(await heir.recover()).toHaveLength(1);
  const { revision = 0 } = (await kernel.computer(workspace, computer_id)) ?? {};
  await world.must('archive-computer', { computer_id, resource_version: revision });

  // Whoever reads it later has the rows, and nothing of what any host remembers.
  const { clock, store } = world;
  const reader = createKernel({ store, clock, ids: randomIds, capabilities: [] });
  const lines = (await reader.computerUsage(workspace, computer_id)) ?? [];
  const asked = (name: string) => contacts.filter((each) => each === name).length;
  expect(sum(lines, 'actions', 'performed')).toBe(asked('fill') + asked('press'));
  expect(asked('press'), 'published once').toBe(world.published());
  expect(sum(lines, 'actions', 'refused')).toBe(1);
  expect(sum(lines, 'observations')).toBe(observed);
  expect(sum(lines, 'approvals', 'asked')).toBe(1);
  expect(sum(lines, 'approvals', 'approved')).toBe(1);
  expect(sum(lines, 'approvals', 'consumed')).toBe(1);
  expect(sum(lines, 'interventions', 'decided')).toBe(1);
  expect(sum(lines, 'interventions', 'took_over')).toBe(1);

  const awake = (generation: number, measure: UsageLine['measure']) =>
    lines.find((line) => line.generation === generation && line.measure === measure)?.quantity ?? 0;
  expect(awake(1, 'awake_milliseconds')).toBeGreaterThan(minute / 2);
  expect(awake(1, 'unproved_milliseconds'), 'its holder released it').toBe(0);
  expect(awake(2, 'awake_milliseconds')).toBeLessThan(minute / 2);
  expect(awake(2, 'unproved_milliseconds'), 'nobody knows when this one died').toBeGreaterThan(minute / 2);
  expect(asked('openSession'), 'each waking is in it').toBe(2);

  for (const line of lines) {
    const bytes = new TextEncoder().encode(JSON.stringify(usageRecord(workspace, line)));
    expect(judgeRecord('cux_usage_v1', bytes)).toMatchObject({ ok: true });
  }
});
