import { afterEach, describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { workspace } from './support/people.ts';

let world: AgentWorld;
afterEach(() => world.close());

describe('an agent’s single actions', () => {
  it('draft freely, stop for a person, and publish once what was approved', async () => {
    world = await AgentWorld.open();
    await world.begin();
    expect(await world.type('Hello')).toMatchObject({ kind: 'performed' });
    await world.observe();
    const choose = {
      kind: 'select_option',
      ref: world.ref('Section'),
      option: 'Culture',
      source_observation: world.source,
    };
    expect(await world.send(choose)).toMatchObject({ kind: 'performed' });
    expect(await world.on('Save draft')).toMatchObject({ kind: 'performed' });
    await expect.poll(() => world.site.writes).toEqual(['POST /draft status=draft&title=Hello']);

    await world.observe(['accessibility_tree', 'screenshot']);
    const publish = world.click('Publish');
    const before = world.contacts.length;
    const asked = await world.send(publish, { key: 'publish' });
    expect(world.contacts.slice(before)).toEqual([]);
    if (asked.kind !== 'pending') throw new Error(JSON.stringify(asked));
    expect(asked.approval).toMatchObject({
      decision: { status: 'pending' },
      action: {
        element: { role: 'button', name: 'Publish' },
        screen_id: world.screen_id,
        leaves: [{ method: 'POST', path: '/publish', fields: ['status', 'title'], broad: true }],
      },
    });
    expect(asked.approval.attention.attempted.join('\n')).toContain(
      'broad: any value may leave in title: publish the article (POST /publish)',
    );
    const { evidence } = asked.approval.attention;
    expect(evidence.map(({ evidence_class }) => evidence_class)).toEqual([
      'screenshot',
      'accessibility_snapshot',
    ]);
    for (const { digest } of evidence) expect(await world.vault.get(digest)).not.toBeNull();
    expect(await world.todo()).toMatchObject({ state: 'awaiting_gate' });
    const [attempt] = await world.kernel.attempts(workspace, { todo_id: 'todo-task-1' });
    expect(attempt).toMatchObject({
      state: 'settled',
      receipt: {
        stop_reason: 'stopped_at_gate',
        observed_facts: { draft_present: true, final_action_clicked: false },
      },
    });

    expect(await world.send(publish, { key: 'publish' })).toMatchObject({ kind: 'pending' });
    await world.decide(asked.approval.gate_id);
    expect(await world.send(publish, { key: 'publish' })).toMatchObject({ kind: 'performed' });
    expect(await world.send(publish, { key: 'publish' })).toMatchObject({ kind: 'performed' });
    expect(world.site.writes.slice(1)).toEqual(['POST /publish status=published&title=Hello']);
    expect(await world.todo()).toMatchObject({ state: 'done' });
    expect(await world.events()).toEqual([
      'session-opened',
      'attempt-admitted',
      'attempt-running',
      ...['observation-settled', 'action-begun', 'action-performed'],
      ...['observation-settled', 'action-begun', 'action-performed'],
      ...['observation-settled', 'action-begun', 'action-performed'],
      'observation-settled',
      'approval-asked',
      'attempt-reported',
      'attempt-settled',
      'approval-open',
      'attempt-admitted',
      'attempt-running',
      'attempt-prepared',
      'approval-consumed',
      'attempt-committed',
      'attempt-reported',
      'attempt-settled',
      'action-performed',
    ]);
    expect((await world.kernel.verifyAudit(workspace)).ok).toBe(true);
  });
});
