import type { Kernel } from '@cux/kernel';
import type { Vault } from '@cux/vault';
import { describe, expect, it } from 'vitest';
import { type Breaking, type BreakingPoint, Broken, breaking } from './support/breaking.ts';
import { workspace } from './support/people.ts';
import { begin, beginApproved, finish, mainTodo, openTodo, todo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

type Part = 'kernel' | 'vault';
type Phase = 'draft' | 'publish' | 'read back';

interface Composed {
  readonly world: World;
  readonly host: World['host'];
  readonly part: Breaking<Kernel> | Breaking<Vault>;
}

async function hostWithBreaking(part: Part): Promise<Composed> {
  const world = await openWorld();
  if (part === 'kernel') {
    const broken = breaking(world.kernel);
    return { world, part: broken, host: await world.hostWith({ kernel: broken.part }) };
  }
  const broken = breaking(world.vault);
  return { world, part: broken, host: await world.hostWith({ vault: broken.part }) };
}

/** Everything up to the phase, with honest parts; answers the todo that the phase runs. */
async function upTo(world: World, phase: Phase): Promise<string> {
  if (phase === 'draft') {
    await begin(world.kernel);
    return mainTodo;
  }
  await beginApproved(world.kernel, world.host);
  if (phase === 'publish') return mainTodo;
  await world.host.runTodo(mainTodo, providerId);
  const [readBack] = await world.kernel.todos(workspace, { states: ['open'] });
  return readBack?.todo_id ?? '';
}

/** One run of the phase in which the given call fails; then recovery, and the rest of the story by the same host. */
async function survive(part: Part, phase: Phase, call: number, point: BreakingPoint): Promise<number> {
  const broken = await hostWithBreaking(part);
  const { world, host } = broken;
  const { kernel, site } = world;
  try {
    const todoId = await upTo(world, phase);
    broken.part.failAt(call, point);
    await host.runTodo(todoId, providerId).catch(() => null);
    const calls = broken.part.calls();
    broken.part.failAt(null, point);

    const where = `${part} call ${call} of ${phase}, ${point}`;
    expect(site.publishWrites.length, where).toBeLessThanOrEqual(1);
    expect(await world.openPorts(), where).toBe(0);
    expect(await world.leftInWorkingDirectory(), where).toEqual([]);
    await host.recover();
    const running = await kernel.todos(workspace, { states: ['running'] });
    expect(running, `${where}: nothing is left running after the recovery`).toEqual([]);
    await finish(kernel, host);
    expect(site.publications, where).toHaveLength(1);
    expect(site.publishWrites, where).toHaveLength(1);
    expect(await todo(kernel), where).toMatchObject({ state: 'done' });
    expect(await kernel.verifyAudit(workspace), where).toMatchObject({ ok: true });
    return calls;
  } finally {
    await world.close();
  }
}

const rows: { part: Part; phase: Phase; point: BreakingPoint; because: string }[] = [
  { part: 'kernel', phase: 'draft', point: 'before', because: 'the store may be gone' },
  { part: 'kernel', phase: 'draft', point: 'after', because: 'an answer may be lost' },
  { part: 'kernel', phase: 'publish', point: 'before', because: 'the store may be gone' },
  { part: 'kernel', phase: 'publish', point: 'after', because: 'an answer may be lost' },
  { part: 'kernel', phase: 'read back', point: 'after', because: 'an answer may be lost' },
  { part: 'vault', phase: 'draft', point: 'before', because: 'the disk may be full' },
  { part: 'vault', phase: 'publish', point: 'before', because: 'the disk may be full' },
  { part: 'vault', phase: 'publish', point: 'after', because: 'an answer may be lost' },
];

/** Every call with `CUX_REPEAT`; else every second one, and the last: draft and publication differ in which they are. */
function callsToBreak(calls: number): readonly number[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1);
  return process.env.CUX_REPEAT === undefined ? all.filter((call) => call % 2 === 1 || call === calls) : all;
}

describe('a fault of a part, at its calls in turn', () => {
  it.each(rows)(
    '$part, $point the call takes effect, during $phase: $because',
    async ({ part, phase, point }) => {
      const calls = await survive(part, phase, Number.MAX_SAFE_INTEGER, point);
      expect(calls).toBeGreaterThan(1);
      for (const call of callsToBreak(calls)) await survive(part, phase, call, point);
    },
  );

  it('is thrown to the caller once the attempt is where it belongs', async () => {
    const { world, host, part } = await hostWithBreaking('vault');
    await beginApproved(world.kernel, world.host);
    part.failAt(2, 'before');
    await expect(host.runTodo(mainTodo, providerId)).rejects.toBeInstanceOf(Broken);
    expect(await todo(world.kernel)).toMatchObject({ state: 'open' });
    expect(await world.kernel.gates(workspace, { statuses: ['open'] })).toHaveLength(1);
    await world.close();
  });

  it('after the press is thrown, too, and the read-back waits already', async () => {
    const { world, host, part } = await hostWithBreaking('vault');
    await beginApproved(world.kernel, world.host);
    part.failAt(evidenceAfterPress, 'before');
    await expect(host.runTodo(mainTodo, providerId)).rejects.toBeInstanceOf(Broken);
    expect(world.site.publications).toHaveLength(1);
    expect(await todo(world.kernel)).toMatchObject({ state: 'reconciling' });
    expect((await openTodo(world.kernel)).reconciles_attempt_id).not.toBeNull();
    await world.close();
  });
});

/** The vault keeps the plan, the evidence of what will be pressed, and then that of what came of it. */
const evidenceAfterPress = 4;
