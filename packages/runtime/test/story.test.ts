import { afterEach, describe, expect, it } from 'vitest';
import { workspace } from './support/people.ts';
import { approve, begin, lastAttempt, mainTodo, openTodo, recordId, todo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
afterEach(() => world.close());

describe('the whole story', () => {
  it('drafts, waits, publishes once, reads back and is done', async () => {
    world = await openWorld();
    const { host, kernel, site } = world;
    await begin(kernel);

    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      kind: 'settled',
      because: 'draft-held',
      todo_state: 'awaiting_gate',
    });
    expect(site.publishWrites, 'nothing is published before a person decides').toHaveLength(0);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      kind: 'refused',
      rule: 'todo.not-open',
    });

    const gate = await approve(kernel);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      because: 'published',
      todo_state: 'reconciling',
    });
    expect(site.publications).toHaveLength(1);
    expect(await kernel.gate(workspace, gate.gate_id)).toMatchObject({
      status: 'closed',
      closed_for: 'consumed',
    });

    const readBack = await openTodo(kernel);
    expect(readBack.reconciles_attempt_id).toBe((await lastAttempt(kernel)).attempt_id);
    expect(await host.runTodo(readBack.todo_id, providerId)).toMatchObject({ todo_state: 'done' });
    expect(await todo(kernel)).toMatchObject({ state: 'done' });
    expect(await kernel.record(workspace, 'content-ops', recordId)).toMatchObject({
      state: 'readback_verified',
    });

    // Draft, publication and read-back: each counted its steps, the publication its press as well, and nothing is held.
    const usage = await kernel.usage(workspace, { todo_id: mainTodo });
    const counted = usage.filter(({ amounts }) => amounts.attempts === 1);
    const quota = (await kernel.quotas(workspace, { scope: 'goal' }))[0];
    expect(quota).toMatchObject({
      reserved: {},
      used: { attempts: 3, external_writes: 1, interventions: 1 },
    });
    expect(counted).toHaveLength(2);
    for (const { amounts } of counted) expect(amounts.actions).toBeGreaterThan(2);
    expect(quota?.used.wall_ms).toBeGreaterThan(0);

    expect(site.publications).toHaveLength(1);
    expect(await world.leftInWorkingDirectory()).toEqual([]);
    expect(await world.openPorts()).toBe(0);
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
    expect(world.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['prepared', 'committed', 'pressed']),
    );
  });
});
