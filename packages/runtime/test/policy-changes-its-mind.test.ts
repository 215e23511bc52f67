import { createBuiltInPolicy, type PolicyDecider } from '@cux/policy';
import { afterEach, describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { deskPolicy } from './support/desk-rules.ts';
import { workspace } from './support/people.ts';

let world: AgentWorld;
afterEach(() => world.close());

const honest = createBuiltInPolicy(deskPolicy);
const forbids = createBuiltInPolicy({
  ...deskPolicy,
  rules: [{ id: 'nobody', effect: 'forbid', when: {}, reason: 'Nobody does anything any more.' }],
});

/** Permits until it is asked for this time, of the same version all the while; how often it was asked. */
function changingAt(first: number): { policy: PolicyDecider; asked(): number; since(): void } {
  let calls = 0;
  let counts = false;
  return {
    asked: () => calls,
    since: () => {
      counts = true;
    },
    policy: {
      version: honest.version,
      decide: (action) => {
        calls += counts ? 1 : 0;
        return calls >= first ? forbids.decide(action) : honest.decide(action);
      },
    },
  };
}

/** An approved press under a policy that begins to forbid when it is asked for the `first` time since the approval. */
async function press(first: number) {
  const mind = changingAt(first);
  world = await AgentWorld.open({ policy: mind.policy });
  const { gate_id, intent } = await world.askToPublish('publish');
  await world.decide(gate_id);
  world.contacts.length = 0;
  mind.since();
  const answer = await world.send(intent, { key: 'publish' });
  return { answer, intent, gate_id, asked: mind.asked(), contacts: [...world.contacts] };
}

/** What a policy must not do when it is asked. */
const nonsense: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error('CANARY of the rules');
  },
  'answers null': () => null,
  'answers a word': () => 'permit',
  'answers a promise': () => Promise.resolve({ effect: 'permit', rules: [], reasons: [] }),
  'answers an effect that is none': () => ({ effect: 'allow', rules: [], reasons: [] }),
  'gives no reasons': () => ({ effect: 'permit', rules: [] }),
};

describe('a policy that changes its mind under an approved action', () => {
  it('is asked once more right before the commit, and nothing leaves whenever it begins to forbid', async () => {
    const honestly = await press(Number.POSITIVE_INFINITY);
    expect(honestly.answer).toMatchObject({ kind: 'performed' });
    expect(honestly.contacts).toContain('press');
    expect(world.published()).toBe(1);
    expect(honestly.asked).toBeGreaterThanOrEqual(3);
    for (let first = 1; first <= honestly.asked; first += 1) {
      await world.close();
      const { answer, intent, gate_id, contacts } = await press(first);
      expect(answer, `asked for the ${first}. time`).toMatchObject({
        kind: 'refused',
        rule: 'policy.forbidden',
      });
      expect(contacts).not.toContain('press');
      // Only the last answer comes after the page was looked at.
      expect(contacts.length > 0).toBe(first === honestly.asked);
      expect(world.published()).toBe(0);
      expect(await world.gate(gate_id), 'the decision of the person stands').toMatchObject({
        status: 'open',
      });
      const unfinished = ['admitted', 'running', 'prepared', 'committed'] as const;
      expect(await world.kernel.attempts(workspace, { states: unfinished })).toEqual([]);
      expect(await world.send(intent, { key: 'publish' })).toMatchObject({ rule: 'policy.forbidden' });
    }
  });

  it('and one that cannot say any more forbids', async () => {
    let broken = false;
    const policy: PolicyDecider = {
      version: honest.version,
      decide: (action) => {
        if (broken) throw new Error('the rules cannot be read');
        return honest.decide(action);
      },
    };
    world = await AgentWorld.open({ policy });
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    world.beforeCommand = async (kind) => {
      if (kind === 'start-attempt') broken = true;
    };
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ rule: 'policy.forbidden' });
    expect(world.published()).toBe(0);
    world.beforeCommand = async () => undefined;
    broken = false;
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ kind: 'performed' });
    expect(world.published()).toBe(1);
  });

  it.each(Object.entries(nonsense))(
    'and one that %s forbids, whenever it is asked, and is in no answer',
    async (_what, decide) => {
      let broken = false;
      const policy = {
        version: honest.version,
        decide: (action: Parameters<PolicyDecider['decide']>[0]) =>
          broken ? (decide() as never) : honest.decide(action),
      };
      world = await AgentWorld.open({ policy });
      const { gate_id, intent } = await world.askToPublish('publish');
      await world.decide(gate_id);
      broken = true;
      const answer = await world.send(intent, { key: 'publish' });
      expect(answer).toMatchObject({ kind: 'refused', rule: 'policy.forbidden' });
      expect(JSON.stringify(answer)).not.toContain('CANARY');
      expect(world.published()).toBe(0);
      broken = false;
      expect(await world.send(intent, { key: 'publish' })).toMatchObject({ kind: 'performed' });
      broken = true;
      expect(await world.send(intent, { key: 'publish' }), 'what was done is told').toMatchObject({
        kind: 'performed',
      });
      expect(world.published()).toBe(1);
    },
  );

  it('does not count the attempt’s own reservation against it', async () => {
    const limited = createBuiltInPolicy({
      ...deskPolicy,
      rules: [
        ...deskPolicy.rules,
        {
          id: 'one',
          effect: 'forbid',
          when: { effect_classes: ['external_write'], budget: { external_writes: { above: 0 } } },
          reason: 'One publication is enough.',
        },
      ],
    });
    world = await AgentWorld.open({ policy: limited });
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ kind: 'performed' });
  });
});
