import type { CommandKind } from '@cux/kernel';
import type { Capability } from '@cux/kernel/capability';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Broken, onceBefore } from './support/breaking.ts';
import { workspace } from './support/people.ts';
import { begin, beginApproved, finish, lastAttempt, mainTodo, pendingGate, todo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(async () => {
  expect(await world.kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  await world.close();
});

function failsOnceAt(kind: CommandKind) {
  return onceBefore(world.kernel, kind, async () => {
    throw new Broken();
  });
}

describe('a proposal that never arrived', () => {
  it('of a draft: the recovery asks the person, with the question of the first run', async () => {
    const host = await world.hostWith({ kernel: failsOnceAt('settle-attempt') });
    await begin(world.kernel);
    await expect(host.runTodo(mainTodo, providerId)).rejects.toBeInstanceOf(Broken);
    expect(await lastAttempt(world.kernel)).toMatchObject({ state: 'reported' });
    expect(await todo(world.kernel)).toMatchObject({ state: 'running' });

    const at = (await lastAttempt(world.kernel)).annex?.ended_at ?? 0;
    world.clock.advance(5 * 3_600_000);
    expect(await world.host.recover()).toEqual([expect.stringMatching(/reducer .* was run: draft-held/)]);
    expect(await todo(world.kernel)).toMatchObject({ state: 'awaiting_gate' });
    expect(await world.kernel.record(workspace, 'content-ops', mainTodo)).toMatchObject({
      facts: { drafted_at: at },
    });
    expect(await world.host.recover(), 'and does it once').toEqual([]);
    await finish(world.kernel, world.host);
    expect(world.site.publications).toHaveLength(1);
  });

  it('of a publication: the recovery reads back, and nothing is sent again', async () => {
    await beginApproved(world.kernel, world.host);
    const host = await world.hostWith({ kernel: failsOnceAt('settle-attempt') });
    await expect(host.runTodo(mainTodo, providerId)).rejects.toBeInstanceOf(Broken);
    expect(world.site.publications).toHaveLength(1);
    await world.host.recover();
    expect(await todo(world.kernel)).toMatchObject({ state: 'reconciling' });
    await finish(world.kernel, world.host);
    expect(world.site.publishWrites).toHaveLength(1);
    expect(await todo(world.kernel)).toMatchObject({ state: 'done' });
  });

  it('of a reducer that fails: the recovery says so, without its words, and can be run again', async () => {
    const host = await world.hostWith({ kernel: failsOnceAt('settle-attempt') });
    await begin(world.kernel);
    await expect(host.runTodo(mainTodo, providerId)).rejects.toBeInstanceOf(Broken);
    const failing = await world.hostWith({ capabilities: [brokenCapability] });
    const told = await failing.recover();
    expect(told).toEqual([expect.stringMatching(/failed \(Broken\)/)]);
    expect(told.join()).not.toMatch(/CANARY/);
    await world.host.recover();
    expect(await pendingGate(world.kernel)).toBeDefined();
  });
});

const brokenCapability: Capability = {
  description: { capability_id: 'content-ops', outcome: 'Nothing.' },
  rules_digest: `sha256:${'0'.repeat(64)}`,
  prepareAttempt: () => Promise.reject(new Broken()),
  propose: () => Promise.reject(new Broken()),
  signInSurface: async () => null,
};

describe('an attempt that a fault has left behind', () => {
  it('is given up by its own host at once, without waiting for the lease', async () => {
    const lost = onceBefore(world.kernel, 'start-attempt', async () => {
      throw new Broken();
    });
    const kernel = onceBefore(lost, 'abandon-attempt', async () => {
      throw new Broken();
    });
    const host = await world.hostWith({ kernel });
    await begin(world.kernel);
    await expect(host.runTodo(mainTodo, providerId)).rejects.toBeInstanceOf(Broken);
    expect(await todo(world.kernel)).toMatchObject({ state: 'running' });

    expect(await world.host.recover(), 'another host leaves it alone').toEqual([
      expect.stringMatching(/left alone/),
    ]);
    expect(await host.recover()).toEqual([expect.stringMatching(/left behind before commit/)]);
    expect(await todo(world.kernel)).toMatchObject({ state: 'open' });
  });

  it('after commit is found out by its own host at once, too', async () => {
    await beginApproved(world.kernel, world.host);
    const lost = onceBefore(world.kernel, 'report-attempt', async () => {
      throw new Broken();
    });
    const kernel = onceBefore(lost, 'abandon-attempt', async () => {
      throw new Broken();
    });
    const host = await world.hostWith({ kernel });
    await expect(host.runTodo(mainTodo, providerId)).rejects.toBeInstanceOf(Broken);
    expect(await lastAttempt(world.kernel)).toMatchObject({ state: 'committed' });

    expect(await host.recover()).toEqual([
      expect.stringMatching(/left behind after commit/),
      expect.stringMatching(/reducer .* was run: outcome-unknown/),
    ]);
    expect(await todo(world.kernel)).toMatchObject({ state: 'reconciling' });
    expect(await host.recover(), 'and only once').toEqual([]);
    await finish(world.kernel, host);
    expect(world.site.publishWrites).toHaveLength(1);
    expect(await todo(world.kernel)).toMatchObject({ state: 'done' });
  });

  it('is not mistaken for one that is being carried', async () => {
    await beginApproved(world.kernel, world.host);
    let told: readonly string[] | null = null;
    const kernel = onceBefore(world.kernel, 'commit-attempt', async () => {
      told = await host.recover();
    });
    const host = await world.hostWith({ kernel });
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ todo_state: 'reconciling' });
    expect(told).toEqual([expect.stringMatching(/left alone/)]);
    expect(world.site.publishWrites).toHaveLength(1);
  });

  it('a view that throws stops nothing', async () => {
    const host = await world.hostWith({
      onEvent: () => {
        throw new Broken();
      },
    });
    await beginApproved(world.kernel, host);
    await finish(world.kernel, host);
    expect(world.site.publications).toHaveLength(1);
  });
});
