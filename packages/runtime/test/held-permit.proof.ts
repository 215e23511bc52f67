import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOpsDescription } from '@cux/content-ops';
import { createKernel, type Kernel, randomIds } from '@cux/kernel';
import { openSqliteStore } from '@cux/store-sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '../src/index.ts';
import { people, workspace } from './support/people.ts';
import {
  accepted,
  beginApproved,
  command,
  finish,
  lastAttempt,
  mainTodo,
  pendingGate,
  runOpen,
  todo,
} from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let folder: string;
let world: World;
let otherKernel: Kernel;
let other: Host;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cux-held-permit-'));
  const path = join(folder, 'cux.db');
  world = await openWorld({ path, quietMs: quiet });
  otherKernel = createKernel({
    store: await openSqliteStore({ path }),
    clock: world.clock,
    monotonic: world.monotonic,
    ids: randomIds,
    capabilities: [contentOpsDescription],
    quietMs: quiet,
  });
  other = await world.hostWith({ kernel: otherKernel });
  await beginApproved(world.kernel, world.host);
});
afterEach(async () => {
  expect(await world.kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  await otherKernel.close();
  await world.close();
  await rm(folder, { recursive: true });
});

/** Another host takes the attempt over and reads back, so that a person is asked anew. */
async function readBackElsewhere(): Promise<void> {
  await other.recover();
  expect(await lastAttempt(otherKernel)).toMatchObject({ state: 'outcome_unknown' });
  // The other host has not measured the first minute itself, so it waits as much longer.
  world.clock.advance(quiet + 2 * 61_000);
  await runOpen(otherKernel, other);
}

/** How long what has left may still arrive, in milliseconds. */
const quiet = 20_000;

describe('a host that is held between commit and press until its lease is over', () => {
  it('sends nothing after a person has said no to the question that was asked meanwhile', async () => {
    const held = await world.hostWith({
      rehearse: async (moment) => {
        if (moment !== 'before-press') return;
        world.clock.advance(61_000);
        await readBackElsewhere();
        const gate = await pendingGate(otherKernel);
        if (gate === undefined) throw new Error('no gate waits');
        const { gate_id, revision } = gate;
        accepted(
          await command(otherKernel, 'decide-gate', people.editor, {
            gate_id,
            revision,
            decision: 'reject',
            reason: null,
          }),
        );
      },
    });
    await held.runTodo(mainTodo, providerId);
    expect(world.site.publishWrites).toHaveLength(0);
    await finish(otherKernel, other);
    expect(world.site.publishWrites).toHaveLength(0);
    expect(await todo(otherKernel)).toMatchObject({ state: 'blocked' });
  });

  it('adds nothing to what a person has approved anew meanwhile', async () => {
    const held = await world.hostWith({
      rehearse: async (moment) => {
        if (moment !== 'before-press') return;
        world.clock.advance(61_000);
        await readBackElsewhere();
        await finish(otherKernel, other);
      },
    });
    await held.runTodo(mainTodo, providerId);
    expect(world.site.publishWrites).toHaveLength(1);
    expect(await todo(otherKernel)).toMatchObject({ state: 'done' });
  });

  it('and that nobody has taken over sends nothing either', async () => {
    const held = await world.hostWith({
      rehearse: async (moment) => {
        if (moment === 'before-press') world.clock.advance(61_000);
      },
    });
    await held.runTodo(mainTodo, providerId);
    expect(world.site.publishWrites).toHaveLength(0);
    world.clock.advance(quiet + 1_000);
    await finish(world.kernel, world.host);
    expect(world.site.publishWrites).toHaveLength(1);
  });
});

describe('an answer to the commit that comes too late or twice', () => {
  it('too late: the permit is over before the lease is, so nothing is pressed', async () => {
    const kernel: Kernel = {
      ...world.kernel,
      execute: async (kind, envelope, input) => {
        const answer = await world.kernel.execute(kind, envelope, input);
        if (kind === 'commit-attempt') world.clock.advance(61_000);
        return answer;
      },
    };
    const slow = await world.hostWith({ kernel });
    await slow.runTodo(mainTodo, providerId);
    expect(world.site.publishWrites).toHaveLength(0);
  });

  it('twice: the permit may be in other hands, so it is never used', async () => {
    const kernel: Kernel = {
      ...world.kernel,
      execute: async (kind, envelope, input) => {
        if (kind === 'commit-attempt') accepted(await world.kernel.execute(kind, envelope, input));
        return world.kernel.execute(kind, envelope, input);
      },
    };
    const second = await world.hostWith({ kernel });
    expect(await second.runTodo(mainTodo, providerId)).toMatchObject({ todo_state: 'reconciling' });
    expect(world.site.publishWrites).toHaveLength(0);
    expect(await lastAttempt(world.kernel)).toMatchObject({ state: 'outcome_unknown' });
    world.clock.advance(quiet + 1_000);
    await finish(world.kernel, world.host);
    expect(world.site.publishWrites, 'after a person was asked anew').toHaveLength(1);
  });
});
