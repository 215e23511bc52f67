import type { Principal } from '@cux/contracts';
import { ProviderFault } from '@cux/provider-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { currentProcessIdentity } from '../src/index.ts';
import { AgentWorld } from './support/agent-world.ts';
import type { AgentWorldOptions } from './support/agent-world-options.ts';
import { Broken, losingAnswer, onceBefore } from './support/breaking.ts';
import { people, workspace } from './support/people.ts';

let world: AgentWorld;
afterEach(() => world.close());

/** A host of the same process that has lost the answer of one command: its store failed when the command was done. */
async function losing(kind: Parameters<typeof losingAnswer>[1], times = 1): Promise<void> {
  await world.host.release(world.computer_id);
  world.host = await world.newHost({ kernel: losingAnswer(world.kernel, kind, times) });
}

const lifecycle = async () => (await world.kernel.computer(workspace, world.computer_id))?.lifecycle;
const screen = () => world.kernel.screen(workspace, world.computer_id, world.screen_id);

describe('what a failing store has left half-way, while the process lives', () => {
  it.each(['attach-screen', 'wake-computer'] as const)(
    'a waking whose %s went unanswered is released by a recovery',
    async (kind) => {
      world = await AgentWorld.open();
      await losing(kind);
      await expect(world.wake()).rejects.toThrow(Broken);
      expect(['waking', 'awake']).toContain(await lifecycle());
      expect(await world.host.recover()).toEqual([
        expect.stringMatching(/left behind by a fault: it is sleeping/),
      ]);
      expect(await world.host.recover()).toEqual([]);
      await world.wake();
      expect(await lifecycle()).toBe('awake');
    },
  );

  it('a release of which nothing is known is done when it is asked for again', async () => {
    world = await AgentWorld.open();
    await losing('attach-screen');
    await expect(world.wake()).rejects.toThrow(Broken);
    const { computer_id } = world;
    const computer = await world.kernel.computer(workspace, computer_id);
    await world.must('archive-computer', { computer_id, resource_version: computer?.revision ?? 0 });
    expect(await world.host.release(computer_id)).toMatchObject({ value: { lifecycle: 'archived' } });
    expect(await world.host.release(computer_id)).toMatchObject({ rule: 'computer.not-holder' });
  });

  it('a close ends every engine, though the receipt of one of them goes unanswered', async () => {
    world = await AgentWorld.open();
    const { computer_id: first } = world;
    await losing('release-computer');
    await world.wake();
    const { profile_id } = (await world.kernel.computer(workspace, first)) ?? { profile_id: '' };
    const { computer_id: second } = await world.must('create-computer', { profile_id });
    world.computer_id = second;
    await world.wake();
    await expect(world.host.close()).rejects.toThrow(Broken);
    for (const each of [first, second]) {
      expect(await world.kernel.computer(workspace, each)).toMatchObject({ lifecycle: 'sleeping' });
    }
    await expect(world.host.close()).resolves.toBeUndefined();
  });

  it('an attempt that begins and of which nobody knows is given up by a recovery', async () => {
    world = await AgentWorld.open();
    await losing('admit-attempt');
    await world.wake();
    await expect(world.begin()).rejects.toThrow(Broken);
    expect(await world.todo()).toMatchObject({ state: 'running' });
    expect(await world.host.recover()).toEqual([
      expect.stringMatching(/left behind before commit: nothing that needs an approval was sent/),
    ]);
    expect(await world.todo()).toMatchObject({ state: 'open' });
    await world.begin();
  });

  it('one whose start went unanswered is given up by itself', async () => {
    world = await AgentWorld.open();
    await losing('start-attempt');
    await world.wake();
    await expect(world.begin()).rejects.toThrow(Broken);
    expect(await world.todo()).toMatchObject({ state: 'open' });
    expect(await world.host.recover()).toEqual([]);
    await world.begin();
  });

  it('one that is under way is not mistaken for it, whichever host of the process recovers', async () => {
    world = await AgentWorld.open();
    const processId = await currentProcessIdentity('one-process');
    await world.host.release(world.computer_id);
    world.host = await world.newHost({ processId });
    await world.wake();
    const attempt_id = await world.begin();
    expect(await world.recoverAttempts({ processId })).toEqual([expect.stringMatching(/is left alone/)]);
    expect(await world.host.recover()).toEqual([]);
    expect(await world.kernel.attempt(workspace, attempt_id)).toMatchObject({ state: 'running' });
    expect(await world.type('Hello')).toMatchObject({ kind: 'performed' });
  });

  it('one whose lease is over, and that another host has given up, ends here as well', async () => {
    world = await AgentWorld.open();
    await world.begin();
    await world.type('Hello');
    world.clock.advance(601_000);
    await world.recoverAttempts();
    expect(await world.host.end(world.session_id)).not.toBeUndefined();
    expect(await world.host.end(world.session_id), 'nothing is under way any more').toBeNull();
    await world.begin();
    expect((await world.kernel.attempts(workspace, { states: ['running'] })).length).toBe(1);
  });

  it('a question waits for its person, though its attempt is settled when other rules hold', async () => {
    world = await AgentWorld.open();
    await losing('report-attempt');
    await world.wake();
    await expect(world.askToPublish('publish')).rejects.toThrow(Broken);
    const [gate] = await world.kernel.gates(workspace, { statuses: ['pending'] });
    expect(await world.todo()).toMatchObject({ state: 'running', gate_id: gate?.gate_id });
    world.rewordPolicy();
    await world.recoverAttempts();
    expect(await world.todo()).toMatchObject({ state: 'awaiting_gate', gate_id: gate?.gate_id });
  });
});

describe('a takeover whose answer is lost', () => {
  const person = { ...people.editor };
  const takeOver = (control_epoch: number, by: Principal = person) =>
    world.host.takeOver({
      ...{ computer_id: world.computer_id, screen_id: world.screen_id, control_epoch, person: by },
      ...{ start_url: null, allowed_origins: [world.site.origin], human_rules: [] },
    });

  /** What somebody has who takes the Screen over as it is now. */
  const tookOver = async (by?: Principal) => {
    const taken = await takeOver((await screen())?.control_epoch ?? 0, by);
    if (taken.kind === 'refused') throw new Error(taken.rule);
    return taken.value;
  };
  /** Somebody had it, and does not know whether they have given it back. */
  const handBackLost = async (options: AgentWorldOptions = {}) => {
    world = await AgentWorld.open(options);
    await losing('hand-back');
    await world.wake();
    const taken = await tookOver();
    await expect(taken.handBack()).rejects.toThrow(Broken);
    return taken;
  };

  it.each([
    { kind: 'begin-takeover', control: 'draining' },
    { kind: 'finish-draining', control: 'agent' },
  ] as const)('at $kind is taken up again from where it is ($control)', async ({ kind, control }) => {
    world = await AgentWorld.open();
    await losing(kind);
    await world.wake();
    await expect(takeOver((await screen())?.control_epoch ?? 0)).rejects.toThrow(Broken);
    expect(await screen()).toMatchObject({ control });
    const again = await takeOver((await screen())?.control_epoch ?? 0);
    if (again.kind === 'refused') throw new Error(again.rule);
    expect(await screen()).toMatchObject({ control: 'human' });
    expect(await again.value.handBack()).toMatchObject({ kind: 'settled', value: { control: 'agent' } });
  });

  it('at its end is given back when the person says so again', async () => {
    const taken = await handBackLost();
    expect(taken.open(person)).toMatchObject({ rule: 'takeover.ended' });
    // It was done the first time.
    expect(await taken.handBack()).toMatchObject({ rule: 'screen.stale-control' });
    expect(await screen()).toMatchObject({ control: 'agent', readback_due: true });
  });

  it('at its end leaves what comes after alone, when the person says so again', async () => {
    const taken = await handBackLost();
    const other = { ...person, id: 'another' };
    const next = await tookOver(other);
    expect(await taken.handBack()).toMatchObject({ kind: 'refused' });
    expect(await screen()).toMatchObject({ control: 'human' });
    expect(next.open(other)).toMatchObject({ kind: 'settled' });
    expect(taken.open(person)).toMatchObject({ rule: 'takeover.ended' });
    expect(await next.handBack()).toMatchObject({ kind: 'settled', value: { control: 'agent' } });
  });

  it('at its end keeps nobody from seeing that the engine has gone since', async () => {
    let isGone = false;
    await handBackLost({
      change: (surface) => ({
        targets: async () => {
          if (isGone) throw new ProviderFault('engine_gone', 'The engine has ended; open a new session.');
          return surface.targets();
        },
      }),
    });
    isGone = true;
    expect(await world.host.recover()).toEqual([expect.stringContaining('had lost its engine')]);
    expect(await lifecycle()).toBe('sleeping');
  });

  it('at its end stays with the person who gives it back, where nothing was stored', async () => {
    world = await AgentWorld.open();
    await world.host.release(world.computer_id);
    const failing = onceBefore(world.kernel, 'hand-back', () => Promise.reject(new Broken()));
    world.host = await world.newHost({ kernel: failing });
    await world.wake();
    const taken = await tookOver();
    await expect(taken.handBack()).rejects.toThrow(Broken);
    const epoch = (await screen())?.control_epoch ?? 0;
    expect(await screen()).toMatchObject({ control: 'human' });
    expect(await takeOver(epoch, { ...person, id: 'another' })).toMatchObject({ rule: 'screen.control' });
    const again = await takeOver(epoch);
    if (again.kind === 'refused') throw new Error(again.rule);
    expect(await again.value.handBack()).toMatchObject({ kind: 'settled', value: { control: 'agent' } });
  });

  it('nobody gets in between while the first still waits', async () => {
    world = await AgentWorld.open();
    const epoch = (await screen())?.control_epoch ?? 0;
    const first = takeOver(epoch);
    await expect.poll(async () => (await screen())?.control).not.toBe('agent');
    const other = { ...person, id: 'another' };
    expect(await takeOver(epoch + 1, other)).toMatchObject({ rule: 'screen.control' });
    const taken = await first;
    expect(taken.kind).toBe('settled');
    expect(await takeOver(epoch + 1, other)).toMatchObject({ rule: 'screen.control' });
  });
});
