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

    expect(site.publications).toHaveLength(1);
    expect(await world.leftInWorkingDirectory()).toEqual([]);
    expect(await world.openPorts()).toBe(0);
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
    expect(world.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['prepared', 'committed', 'pressed']),
    );
  });
});
