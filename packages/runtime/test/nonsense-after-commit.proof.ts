import type { Surface } from '@cux/provider-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { workspace } from './support/people.ts';

let world: AgentWorld;
afterEach(() => world.close());

type Call = (...given: unknown[]) => unknown;

const throws = (what: unknown) => () => {
  throw what;
};
const rows: { because: string; call: Call }[] = [
  { because: 'null', call: () => null },
  { because: 'undefined', call: () => undefined },
  { because: 'an array', call: async () => [] },
  { because: 'a kind of its own', call: async () => ({ kind: 'published' }) },
  { because: 'throws nothing at all', call: throws(undefined) },
  { because: 'rejects with a sentence', call: () => Promise.reject('it was published') },
  {
    because: 'what throws when it is looked at',
    call: () => new Proxy({}, { get: throws('no'), getPrototypeOf: throws('no') }),
  },
  { because: 'never', call: () => new Promise(() => undefined) },
];

/** From the commit on, the method does this. */
async function approved(method: keyof Surface, call: (own: Call, given: unknown[]) => unknown) {
  let committed = false;
  world = await AgentWorld.open({
    change: (surface) => {
      const own = surface[method] as Call;
      return { [method]: (...given: unknown[]) => (committed ? call(own, given) : own(...given)) };
    },
  });
  const { gate_id, intent } = await world.askToPublish('publish');
  await world.decide(gate_id);
  world.rehearsal = async (moment) => {
    if (moment === 'before-press') committed = true;
  };
  const answer = await world.send(intent, { key: 'publish' });
  return { answer, again: await world.send(intent, { key: 'publish' }) };
}

describe('an engine that answers a permitted press with what is no answer', () => {
  it.each(rows)(
    '$because: it is asked once, and what the guard has seen is what is told',
    async ({ because, call }) => {
      let asked = 0;
      const { answer, again } = await approved('press', () => {
        asked += 1;
        return call();
      });
      expect(answer).toMatchObject({ kind: 'stopped', rule: 'nothing-sent' });
      expect(again).toEqual(answer);
      expect(asked).toBe(1);
      expect(world.published()).toBe(0);
      expect(await world.kernel.attempts(workspace, { states: ['void'] })).toHaveLength(1);
      const computer = await world.kernel.computer(workspace, world.computer_id);
      expect(computer?.lifecycle).toBe(because === 'never' ? 'awake' : 'sleeping');
    },
  );

  it('and has pressed: what the site has accepted has happened, whatever the engine says', async () => {
    const { answer, again } = await approved('press', async (own, given) => {
      await own(...given);
      return null;
    });
    expect(answer).toMatchObject({ kind: 'performed' });
    expect(again).toEqual(answer);
    expect(world.published()).toBe(1);
  });

  it('and has pressed, and the site is silent: nobody knows, and nobody presses again', async () => {
    const { answer, again } = await approved('press', async (own, given) => {
      world.site.delay = 60_000;
      await own(...given);
      throw undefined;
    });
    expect(answer).toEqual({ kind: 'outcome_unknown' });
    expect(again).toEqual(answer);
    expect(world.published()).toBe(1);
    expect(await world.todo()).toMatchObject({ state: 'blocked' });
  });

  it.each(['location', 'stopSigns', 'holds'] as const)(
    'before it, to the last look (%s): nothing was sent, and that is what is told',
    async (method) => {
      const { answer } = await approved(method, () => null);
      expect(world.published()).toBe(0);
      // A Screen that is nowhere is an answer, too.
      expect(answer).toMatchObject({ kind: 'stopped', rule: 'nothing-sent' });
    },
  );
});
