import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOpsDescription } from '@cux/content-ops';
import { createKernel, type Kernel, randomIds } from '@cux/kernel';
import { openSqliteStore } from '@cux/store-sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '../src/index.ts';
import { onceBefore } from './support/breaking.ts';
import { workspace } from './support/people.ts';
import { killedProcess } from './support/processes.ts';
import { begin, beginApproved, finish, lastAttempt, mainTodo, runOpen, todo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let folder: string;
let world: World;
let otherKernel: Kernel;
let other: Host;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cux-two-hosts-'));
  const path = join(folder, 'cux.db');
  world = await openWorld({ path });
  const store = await openSqliteStore({ path });
  otherKernel = createKernel({
    store,
    clock: world.clock,
    monotonic: world.monotonic,
    ids: randomIds,
    capabilities: [contentOpsDescription],
    quietMs: 0,
  });
  other = await world.hostWith({ kernel: otherKernel });
});
afterEach(async () => {
  expect(await world.kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  await otherKernel.close();
  await world.close();
  await rm(folder, { recursive: true });
});

describe('two hosts on one store file', () => {
  it('admit one attempt when both run the same todo at once', async () => {
    await begin(world.kernel);
    const runs = await Promise.all([
      world.host.runTodo(mainTodo, providerId),
      other.runTodo(mainTodo, providerId),
    ]);
    expect(runs.map(({ kind }) => kind).sort()).toEqual(['refused', 'settled']);
    expect(runs).toContainEqual(expect.objectContaining({ rule: 'todo.not-open' }));
    expect(await world.kernel.attempts(workspace)).toHaveLength(1);
    expect(world.site.articles.size).toBe(1);
  });

  it('publish once when both run the approved todo at once', async () => {
    await beginApproved(world.kernel, world.host);
    const runs = await Promise.all([
      world.host.runTodo(mainTodo, providerId),
      other.runTodo(mainTodo, providerId),
    ]);
    expect(runs.map(({ kind }) => kind).sort()).toEqual(['refused', 'settled']);
    expect(world.site.publishWrites).toHaveLength(1);
    await Promise.all([runOpen(world.kernel, world.host), runOpen(otherKernel, other)]);
    await finish(world.kernel, world.host);
    expect(world.site.publishWrites).toHaveLength(1);
    expect(await todo(world.kernel)).toMatchObject({ state: 'done' });
  });

  const moments = [
    'start-attempt',
    'prepare-attempt',
    'commit-attempt',
    'report-attempt',
    'settle-attempt',
  ] as const;

  it.each(moments)('take nothing over from a living host that is at %s', async (moment) => {
    let told: readonly string[] = [];
    const kernel = onceBefore(world.kernel, moment, async () => {
      told = await other.recover();
    });
    const host = await world.hostWith({ kernel });
    await beginApproved(world.kernel, world.host);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      kind: 'settled',
      todo_state: 'reconciling',
    });
    if (moment !== 'settle-attempt') expect(told).toEqual([expect.stringMatching(/left alone/)]);
    expect(await lastAttempt(world.kernel)).toMatchObject({ state: 'settled', outcome: null });
    await finish(otherKernel, other);
    expect(world.site.publishWrites).toHaveLength(1);
    expect(await todo(world.kernel)).toMatchObject({ state: 'done' });
  });

  const deaths = [
    { moment: 'prepare-attempt', stored: 0, state: 'abandoned', because: 'nothing was committed' },
    { moment: 'commit-attempt', stored: 0, state: 'abandoned', because: 'nothing was committed' },
    { moment: 'report-attempt', stored: 1, state: 'outcome_unknown', because: 'the receipt never arrived' },
  ] as const;

  it.each(deaths)('take over at once from a dead one that was at $moment: $because', async (row) => {
    await beginApproved(world.kernel, world.host);
    const never = new AbortController();
    const reached = new AbortController();
    const kernel = onceBefore(world.kernel, row.moment, () => {
      reached.abort();
      return new Promise((_resolve, reject) => {
        never.signal.addEventListener('abort', () => reject(new Error('the process is dead')));
      });
    });
    const dead = await world.hostWith({ kernel, processId: await killedProcess() });
    const run = dead.runTodo(mainTodo, providerId).catch(() => null);
    if (!reached.signal.aborted) await once(reached.signal, 'abort');

    expect((await other.recover()).length).toBeGreaterThan(0);
    expect(await lastAttempt(otherKernel)).toMatchObject({ state: row.state });
    expect(world.site.publishWrites).toHaveLength(row.stored);
    await finish(otherKernel, other);
    expect(world.site.publishWrites).toHaveLength(1);
    expect(await todo(otherKernel)).toMatchObject({ state: 'done' });

    never.abort();
    await run;
    expect(world.site.publishWrites, 'its ghost changes nothing').toHaveLength(1);
    expect(await todo(otherKernel)).toMatchObject({ state: 'done' });
  });

  it('let a host go on that is late, and refuse it everything', async () => {
    await beginApproved(world.kernel, world.host);
    const kernel = onceBefore(world.kernel, 'commit-attempt', async () => {
      world.clock.advance(61_000);
      await other.recover();
      await finish(otherKernel, other);
    });
    const late = await world.hostWith({ kernel });
    const run = await late.runTodo(mainTodo, providerId);
    expect(run.kind).toBe('refused');
    expect(world.site.publishWrites).toHaveLength(1);
    expect(await todo(otherKernel)).toMatchObject({ state: 'done' });
  });
});
