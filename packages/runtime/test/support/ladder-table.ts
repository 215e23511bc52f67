import type { ActionIntent, Principal } from '@cux/contracts';
import { computers } from '@cux/kernel/store-suite';
import { expect } from 'vitest';
import { actionsPerAttempt } from '../../src/index.ts';
import type { AgentWorld } from './agent-world.ts';
import { people, workspace } from './people.ts';
import { accepted, command } from './story.ts';

/** How an action is sent; each break changes one thing about it, or about what stands. */
interface Sending {
  intent: ActionIntent;
  principal: Principal;
  key: string;
  computer_id: string;
  screen_id: string;
  session_id: string;
  /** Sends to a host that has nothing in its custody. */
  stranger: boolean;
}

export interface Break {
  readonly rung: string;
  readonly rule: string;
  readonly because: string;
  /** What it breaks is not mended by another attempt: it wants a world of its own. */
  readonly forGood?: true;
  readonly apply: (world: AgentWorld, sending: Sending) => Promise<void>;
}

/** What refuses at each rung, on every store and with every provider. */
export const breaks: readonly Break[] = [
  {
    rung: 'principal',
    rule: 'principal.not-allowed',
    because: 'a person does not act as an agent',
    apply: async (_world, sending) => {
      sending.principal = { kind: 'human', id: people.agent.id };
    },
  },
  {
    rung: 'idempotency',
    rule: 'action.key-conflict',
    because: 'the key was used for another action',
    apply: async (world, sending) => {
      await world.observe();
      const scroll = { kind: 'scroll', ref: null, by_x: 0, by_y: 1, source_observation: world.source };
      expect(await world.send(scroll, { key: 'taken' })).toMatchObject({ kind: 'performed' });
      await world.observe();
      sending.key = 'taken';
      sending.intent = world.click('Save draft');
    },
  },
  {
    rung: 'session',
    rule: 'session.unknown',
    because: 'the session was never opened',
    apply: async (_world, sending) => {
      sending.session_id = 'session_none';
    },
  },
  {
    rung: 'pair',
    rule: 'computer.unknown',
    because: 'the Screen is of another Computer',
    apply: async (world, sending) => {
      const { profile_id } = await world.must('put-profile', {
        profile_id: null,
        expected_latest: 0,
        terms: computers.terms,
        activate: true,
      });
      sending.screen_id = (await world.must('create-computer', { profile_id })).screen_id;
    },
  },
  {
    rung: 'lifecycle',
    rule: 'screen.detached',
    because: 'the Computer is being archived',
    forGood: true,
    apply: async (world) => {
      const computer = await world.kernel.computer(workspace, world.computer_id);
      const resource_version = computer?.revision ?? 0;
      await world.must('archive-computer', { computer_id: world.computer_id, resource_version });
    },
  },
  {
    rung: 'generation',
    rule: 'computer.not-holder',
    because: 'another process has it in its custody',
    apply: async (_world, sending) => {
      sending.stranger = true;
    },
  },
  {
    rung: 'attempt',
    rule: 'attempt.none',
    because: 'the attempt was ended',
    apply: async (world) => {
      await world.host.end(world.session_id);
    },
  },
  {
    rung: 'attempt',
    rule: 'attempt.lease-over',
    because: 'nobody has got on with it in time',
    forGood: true,
    apply: async (world) => {
      world.clock.advance(700_000);
    },
  },
  {
    rung: 'control',
    rule: 'screen.control',
    because: 'a person wants the Screen',
    forGood: true,
    apply: async ({ kernel, computer_id, screen_id }) => {
      const control = { computer_id, screen_id, control_epoch: 0 };
      accepted(await command(kernel, 'begin-takeover', people.editor, control));
    },
  },
  {
    rung: 'observation',
    rule: 'action.observation-behind',
    because: 'the Screen was observed since',
    apply: async (world) => {
      const { source } = world;
      await world.observe();
      expect(world.source.observation_generation).toBe(source.observation_generation + 1);
    },
  },
  {
    rung: 'observation',
    rule: 'action.observation-ahead',
    because: 'nobody has observed that yet',
    apply: async (_world, sending) => {
      if (!('source_observation' in sending.intent)) return;
      const { observation_id, observation_generation } = sending.intent.source_observation;
      const source_observation = { observation_id, observation_generation: observation_generation + 5 };
      sending.intent = { ...sending.intent, source_observation };
    },
  },
  {
    rung: 'observation',
    rule: 'action.observation-unknown',
    because: 'it names another observation of that number',
    apply: async (_world, sending) => {
      if (!('source_observation' in sending.intent)) return;
      const { observation_generation } = sending.intent.source_observation;
      const observation_id = 'observation_01hzxkq7v3m8n4p2r6s9t0w1ad';
      sending.intent = { ...sending.intent, source_observation: { observation_id, observation_generation } };
    },
  },
  {
    rung: 'reference',
    rule: 'reference.unknown',
    because: 'no observation has shown it',
    apply: async (_world, sending) => {
      sending.intent = { ...sending.intent, ref: 'e999' } as ActionIntent;
    },
  },
  {
    rung: 'budget',
    rule: 'budget.spent',
    because: 'the attempt has taken all its actions',
    apply: async (world, sending) => {
      for (let taken = 0; taken < actionsPerAttempt; taken += 1) {
        const close = { kind: 'switch_target', target: 't1' };
        expect(await world.send(close)).toMatchObject({ kind: 'performed' });
      }
      await world.observe();
      sending.intent = world.click('Save draft');
    },
  },
  {
    rung: 'policy',
    rule: 'policy.forbidden',
    because: 'a rule forbids to press such a thing',
    apply: async (world, sending) => {
      await world.observe();
      sending.intent = world.click('Die');
    },
  },
];

/** The rule that the rung of policy refuses by; a world of these breaks is opened with it. */
export const forbidding = {
  id: 'never-die',
  effect: 'forbid' as const,
  when: { target: { name: 'Die' } },
  reason: 'It ends the engine.',
};

/** Breaks one thing in a world in which an attempt is under way, and holds what is answered against the table. */
export async function playBreak(world: AgentWorld, { rung, rule, apply }: Break): Promise<void> {
  await world.observe();
  const writes = world.site.writes.length;
  const { computer_id, screen_id, session_id } = world;
  const sending: Sending = {
    intent: world.click('Save draft'),
    principal: people.agent,
    key: `tried-${rule}`,
    ...{ computer_id, screen_id, session_id, stranger: false },
  };
  await apply(world, sending);
  const { intent, stranger, ...changes } = sending;
  const host = stranger ? await world.newHost() : world.host;
  const before = world.contacts.length;
  const answer = await world.send(intent, { ...changes, host });
  expect(answer).toMatchObject({ kind: 'refused', rule, rung });
  expect(world.contacts.slice(before)).toEqual([]);
  expect(world.site.writes.slice(writes)).toEqual([]);
}
