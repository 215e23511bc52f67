import { ProviderFault, type Surface } from '@cux/provider-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { Broken } from './support/breaking.ts';
import { people, workspace } from './support/people.ts';
import { accepted, command } from './support/story.ts';

let world: AgentWorld;
afterEach(() => world.close());

const lifecycle = async () => (await world.kernel.computer(workspace, world.computer_id))?.lifecycle;

const gone = async (): Promise<never> => {
  throw new ProviderFault('engine_gone', 'The engine has ended; open a new session.');
};

/** A surface of which one method fails from a moment on. */
async function failing(method: keyof Surface, fails: () => Promise<never> = gone): Promise<() => void> {
  let broken = false;
  world = await AgentWorld.open({
    change: (surface) => ({
      [method]: (...given: unknown[]) =>
        broken ? fails() : (surface[method] as (...all: unknown[]) => unknown)(...given),
    }),
  });
  return () => {
    broken = true;
  };
}

describe('an engine that goes away under an approved action', () => {
  it.each(['readiness', 'capture'] as const)(
    'before its commit (%s): nothing has left, and its Computer sleeps and may be woken again',
    async (method) => {
      const breaks = await failing(method);
      const { gate_id, intent } = await world.askToPublish('publish');
      await world.decide(gate_id);
      breaks();
      expect(await world.send(intent, { key: 'publish' })).toMatchObject({ rule: 'approval.superseded' });
      expect(await lifecycle()).toBe('sleeping');
      expect(world.published()).toBe(0);
      expect(await world.todo()).toMatchObject({ state: 'open' });
      await world.wake();
      await world.begin();
    },
  );

  it('a fault that nobody foresaw ends the Computer too: its guard is cut for good', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    world.rehearsal = async (moment) => {
      if (moment === 'before-press') throw new Broken();
    };
    await expect(world.send(intent, { key: 'publish' })).rejects.toThrow(Broken);
    expect(await lifecycle()).toBe('sleeping');
    expect(world.published()).toBe(0);
  });
});

describe('a beginning that fails', () => {
  it('with an engine that is gone ends its attempt and its Computer', async () => {
    const breaks = await failing('open');
    breaks();
    await expect(world.begin()).rejects.toThrow('begin.lifecycle-failure');
    expect(await lifecycle()).toBe('sleeping');
    expect(await world.todo()).toMatchObject({ state: 'open' });
    await world.wake();
  });

  it('is given up at once where its start is refused, and where the guard does not take its plan', async () => {
    world = await AgentWorld.open();
    const under = async () => (await world.kernel.session(workspace, world.session_id))?.attempt_id;
    world.beforeCommand = async (kind) => {
      if (kind === 'start-attempt') world.clock.advance(700_000);
    };
    await expect(world.begin()).rejects.toThrow('attempt.lease-over');
    expect(await world.todo()).toMatchObject({ state: 'open' });
    expect(await under()).toBeNull();
    world.beforeCommand = async () => undefined;
    const [guard] = world.guards;
    const configure = guard?.configure;
    Object.assign(guard ?? {}, {
      configure: () => {
        throw new Broken();
      },
    });
    await expect(world.begin()).rejects.toThrow(Broken);
    expect(await world.todo()).toMatchObject({ state: 'open' });
    expect(await under()).toBeNull();
    Object.assign(guard ?? {}, { configure });
  });
});

describe('an approval that may not be used now', () => {
  it('stands for the same key, and the agent is told why', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    const pause = async (paused: boolean) =>
      accepted(await command(world.kernel, 'pause-goal', people.editor, { goal_id: 'goal-1', paused }));
    world.beforeCommand = async (kind) => {
      if (kind === 'commit-attempt') await pause(true);
    };
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ rule: 'goal.not-active' });
    expect(await world.gate(gate_id)).toMatchObject({ status: 'open' });
    expect(world.published()).toBe(0);
    world.beforeCommand = async () => undefined;
    await pause(false);
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ kind: 'performed' });
    expect(world.published()).toBe(1);
  });

  it('takes one action of the quota while it is carried out, and a lease of a minute', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    const taken: unknown[] = [];
    world.rehearsal = async (moment) => {
      if (moment !== 'before-press') return;
      const [attempt] = await world.kernel.attempts(workspace, { states: ['committed'] });
      const quota = await world.kernel.quota(workspace, 'goal-1');
      const reserved = quota?.reserved[attempt?.attempt_id ?? ''];
      const lease = (attempt?.lease_until ?? Number.POSITIVE_INFINITY) - world.clock.now();
      taken.push({ actions: reserved?.actions, short: lease <= 60_000 });
    };
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ kind: 'performed' });
    expect(taken).toEqual([{ actions: 1, short: true }]);
  });
});
