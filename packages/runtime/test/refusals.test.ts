import type { Plan } from '@cux/contracts';
import type { Capability } from '@cux/kernel/capability';
import { createBuiltInPolicy } from '@cux/policy';
import { type Provider, ProviderFault } from '@cux/provider-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostOptions } from '../src/index.ts';
import { Broken } from './support/breaking.ts';
import { recipe } from './support/newsroom-recipe.ts';
import { workspace } from './support/people.ts';
import {
  approve,
  begin,
  beginApproved,
  lastAttempt,
  mainTodo,
  openTodo,
  pendingGate,
  runOpen,
  todo,
} from './support/story.ts';
import { openWorld, permissive, providerId, type World } from './support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

/** Counts what a provider is asked for; it is the given one otherwise. */
function counting(provider: Provider): Provider & { readonly opened: number } {
  const counted = {
    ...provider,
    opened: 0,
    openSession: (options: Parameters<Provider['openSession']>[0]) => {
      counted.opened += 1;
      return provider.openSession(options);
    },
  };
  return counted;
}

describe('what is refused before anything is contacted', () => {
  const rows: {
    because: string;
    parts: (provider: Provider) => Partial<HostOptions>;
    rule: string;
    message: RegExp;
  }[] = [
    {
      because: 'the provider is disabled, though the host has it',
      parts: (provider) => ({
        providers: [provider],
        standing: async () => ({
          kind: 'refused',
          rule: 'provider.disabled',
          message: 'The provider mock is disabled; enable it.',
        }),
      }),
      rule: 'provider.disabled',
      message: /enable it/,
    },
    {
      because: 'the provider is not what was probed any more',
      parts: (provider) => ({
        providers: [provider],
        standing: async () => ({
          kind: 'refused',
          rule: 'provider.not-ready',
          message: 'The provider mock is not what was probed any more: probe it again.',
        }),
      }),
      rule: 'provider.not-ready',
      message: /probe it again/,
    },
    {
      because: 'the doctor says what is missing, and its sentence is what a person reads',
      parts: (provider) => ({
        providers: [
          {
            ...provider,
            doctor: async () => [
              { check: 'engine', ok: true, message: 'fine' },
              { check: 'display', ok: false, message: 'There is no display; start one.' },
            ],
          },
        ],
      }),
      rule: 'provider.not-ready',
      message: /^There is no display; start one\.$/,
    },
    {
      because: 'a doctor that cannot look is a provider that is not ready',
      parts: (provider) => ({
        providers: [
          {
            ...provider,
            doctor: async () => {
              throw new ProviderFault('engine_missing', 'The engine is not installed; install it.');
            },
          },
        ],
      }),
      rule: 'provider.engine_missing',
      message: /install it/,
    },
    {
      because: 'policy forbids it',
      parts: () => ({
        policy: createBuiltInPolicy({
          ...permissive,
          rules: [
            {
              id: 'none',
              effect: 'forbid',
              when: { effect_classes: ['draft'] },
              reason: 'Nothing is drafted here',
            },
          ],
        }),
      }),
      rule: 'policy.forbidden',
      message: /Nothing is drafted here/,
    },
    {
      because: 'policy forbids an element that one of its steps fills',
      parts: () => ({
        policy: createBuiltInPolicy({
          ...permissive,
          rules: [
            ...permissive.rules,
            {
              id: 'no-headlines',
              effect: 'forbid',
              when: { kinds: ['type_text'], target: { name: 'HEADLINE' } },
              reason: 'Headlines are ours',
            },
          ],
        }),
      }),
      rule: 'policy.forbidden',
      message: /Headlines are ours/,
    },
    {
      because: 'policy gives the goal a budget that it has reached',
      parts: () => ({
        policy: createBuiltInPolicy({
          ...permissive,
          rules: permissive.rules.map((rule) => ({
            ...rule,
            when: { ...rule.when, budget: { attempts: { above: 0 } } },
          })),
        }),
      }),
      rule: 'policy.forbidden',
      message: /no rule speaks of this action/,
    },
    {
      because: 'policy has no rule for it',
      parts: () => ({ policy: createBuiltInPolicy({ ...permissive, rules: [] }) }),
      rule: 'policy.forbidden',
      message: /forbids/,
    },
    {
      because: 'a host that was stopped begins nothing',
      parts: () => ({ signal: AbortSignal.abort() }),
      rule: 'host.stopped',
      message: /start it again/,
    },
    {
      because: 'the capability is not installed',
      parts: () => ({ capabilities: [] }),
      rule: 'capability.unknown',
      message: /add it to the host/,
    },
    {
      because: 'no such provider',
      parts: () => ({ providers: [] }),
      rule: 'provider.unknown',
      message: /install/,
    },
  ];

  it.each(rows)('$because', async ({ parts, rule, message }) => {
    const counted = counting(world.provider);
    const changed = parts(counted);
    const host = await world.hostWith({ providers: [counted], ...changed });
    await begin(world.kernel);

    const run = await host.runTodo(mainTodo, providerId);
    expect(run).toMatchObject({ kind: 'refused', rule });
    expect(run.kind === 'refused' && run.message).toMatch(message);
    expect(world.events.at(-1)).toMatchObject({ kind: 'attempt-refused', rule });
    expect(counted.opened).toBe(0);
    expect(world.guards).toHaveLength(0);
    expect(world.site.requests).toBe(0);
    expect(await world.kernel.attempts(workspace)).toEqual([]);
    expect(await todo(world.kernel)).toMatchObject({ state: 'open' });
  });

  it.each(['read', 'draft'] as const)(
    'policy asks for an approval, though it is only a %s',
    async (effect) => {
      const ask = { id: 'ask-first', effect: 'require_approval', reason: 'A person looks first.' } as const;
      const host = await world.hostWith({
        policy: createBuiltInPolicy({
          ...permissive,
          rules: [...permissive.rules, { ...ask, when: { effect_classes: [effect] } }],
        }),
      });
      await begin(world.kernel);
      if (effect === 'draft') {
        expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
          kind: 'refused',
          rule: expect.stringMatching(/^(gate|policy)\./),
        });
        expect(world.site.requests).toBe(0);
        return;
      }
      await host.runTodo(mainTodo, providerId);
      await approve(world.kernel);
      expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ todo_state: 'reconciling' });
      const requests = world.site.requests;
      const { todo_id } = await openTodo(world.kernel);
      expect(await host.runTodo(todo_id, providerId)).toMatchObject({
        kind: 'refused',
        rule: expect.stringMatching(/^(gate|policy)\./),
      });
      expect(world.site.requests).toBe(requests);
    },
  );

  it('names an unknown todo', async () => {
    expect(await world.host.runTodo('nobody', providerId)).toMatchObject({ rule: 'todo.unknown' });
  });

  it('asks policy about a publication, too, and leaves the approval as it was', async () => {
    await beginApproved(world.kernel, world.host);
    const requests = world.site.requests;
    const host = await world.hostWith({
      policy: createBuiltInPolicy({ ...permissive, rules: permissive.rules.slice(0, 1) }),
    });
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      kind: 'refused',
      rule: 'policy.forbidden',
    });
    expect(world.site.requests).toBe(requests);
    expect(await world.kernel.gates(workspace, { statuses: ['open'] })).toHaveLength(1);
    await runOpen(world.kernel, world.host);
    expect(world.site.publications).toHaveLength(1);
  });
});

describe('an approval under other rules', () => {
  const changed: { because: string; parts: () => Partial<HostOptions> }[] = [
    {
      because: 'the action policy has one more rule',
      parts: () => ({
        policy: createBuiltInPolicy({
          ...permissive,
          rules: [...permissive.rules, { id: 'more', effect: 'permit', when: {}, reason: 'One more.' }],
        }),
      }),
    },
    {
      because: 'the recipe compares one field less, under the same version',
      parts: () => ({
        capabilities: [
          world.capabilityWith({
            ...recipe,
            publish: { ...recipe.publish, steps: recipe.publish.steps.slice(0, -3) },
          }),
        ],
      }),
    },
  ];

  it.each(changed)('is not used: $because', async ({ parts }) => {
    await beginApproved(world.kernel, world.host);
    const requests = world.site.requests;
    const host = await world.hostWith(parts());
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      kind: 'refused',
      rule: 'policy.changed',
    });
    expect(world.site.requests).toBe(requests);
    expect(await world.host.runTodo(mainTodo, providerId), 'under its own rules it stands').toMatchObject({
      todo_state: 'reconciling',
    });
  });

  it('is asked for in vain when the question names other rules than those that hold', async () => {
    const honest = world.capabilityWith(recipe);
    const lying: Capability = {
      ...honest,
      propose: (input) => honest.propose({ ...input, policy_version: `sha256:${'0'.repeat(64)}` }),
    };
    const host = await world.hostWith({ capabilities: [lying] });
    await begin(world.kernel);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ rule: 'proposal.policy-mismatch' });
    expect(await pendingGate(world.kernel)).toBeUndefined();
    await world.host.recover();
    expect(await pendingGate(world.kernel), 'an honest reducer asks').toBeDefined();
  });
});

describe('a plan that does not agree with itself', () => {
  const plans: { because: string; change: (plan: Plan) => Plan; rule: string }[] = [
    {
      because: 'a step would press the final action before anything is committed',
      change: (plan) => ({
        ...plan,
        steps: [...plan.steps, { kind: 'press', target: plan.final_action ?? { role: 'button', name: 'x' } }],
      }),
      rule: 'plan.presses-final-action',
    },
    {
      because: 'a step leaves the allowed origins',
      change: (plan) => ({ ...plan, steps: [...plan.steps, { kind: 'open', url: 'http://other.example/' }] }),
      rule: 'plan.step-outside-origins',
    },
    {
      because: 'two rules have one id',
      change: (plan) => ({ ...plan, write_rules: [...plan.write_rules, ...plan.write_rules.slice(0, 1)] }),
      rule: 'plan.duplicate-rule',
    },
  ];

  it.each(plans)('is refused before anything is contacted: $because', async ({ change, rule }) => {
    const honest = world.capabilityWith(recipe);
    const capability: Capability = {
      ...honest,
      prepareAttempt: async (input) => {
        const draft = await honest.prepareAttempt(input);
        return { ...draft, plan: change(draft.plan) };
      },
    };
    const host = await world.hostWith({ capabilities: [capability] });
    await begin(world.kernel);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ kind: 'refused', rule });
    expect(world.guards).toHaveLength(0);
    expect(await world.kernel.attempts(workspace)).toEqual([]);
  });
});

describe('an engine that does not start', () => {
  const rows: { because: string; openSession: Provider['openSession']; rule: string }[] = [
    {
      because: 'a fault that explains itself is a refusal with the next step',
      openSession: async () => {
        throw new ProviderFault('engine_start_failed', 'The engine did not start; run the doctor.');
      },
      rule: 'provider.engine_start_failed',
    },
    {
      because: 'any other is one that says nothing',
      openSession: async () => {
        throw new Broken();
      },
      rule: 'provider.engine_gone',
    },
    {
      because: 'one that throws at once, too',
      openSession: () => {
        throw new Broken();
      },
      rule: 'provider.engine_gone',
    },
    {
      because: 'one that never answers is given up in time',
      openSession: () => new Promise(() => undefined),
      rule: 'provider.engine_start_failed',
    },
  ];

  it.each(rows)('$because', async ({ openSession, rule }) => {
    const host = await world.hostWith({
      providers: [{ ...world.provider, openSession }],
      limits: { opening: 200 },
    });
    await begin(world.kernel);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ kind: 'refused', rule });

    expect(await lastAttempt(world.kernel)).toMatchObject({ state: 'abandoned' });
    expect(await todo(world.kernel)).toMatchObject({ state: 'open' });
    expect(world.guards).toHaveLength(1);
    expect(await world.openPorts()).toBe(0);
    expect(await world.leftInWorkingDirectory()).toEqual([]);

    expect(await world.host.runTodo(mainTodo, providerId), 'it may be tried again').toMatchObject({
      todo_state: 'awaiting_gate',
    });
    expect(await pendingGate(world.kernel)).toBeDefined();
  });

  it('leaves no guard behind where there is no place for a session', async () => {
    const host = await world.hostWith({ workingDirectory: `${world.workingDirectory}/is/not/there` });
    await begin(world.kernel);
    await expect(host.runTodo(mainTodo, providerId)).rejects.toThrow();
    expect(await world.openPorts()).toBe(0);
    expect(await todo(world.kernel)).toMatchObject({ state: 'open' });
  });

  it('ends an engine that starts after it was given up', async () => {
    let closed = 0;
    const host = await world.hostWith({
      providers: [
        {
          ...world.provider,
          openSession: async (options) => {
            const session = await world.provider.openSession(options);
            await new Promise((resolve) => setTimeout(resolve, 150));
            return {
              ...session,
              close: () => {
                closed += 1;
                return session.close();
              },
            };
          },
        },
      ],
      limits: { opening: 20 },
    });
    await begin(world.kernel);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ kind: 'refused' });
    await expect.poll(() => closed).toBe(1);
  });
});

it('a policy that forbids by the time of the commit: nothing is sent, and the approval stands', async () => {
  await beginApproved(world.kernel, world.host);
  const permits = createBuiltInPolicy(permissive);
  const forbids = createBuiltInPolicy({ ...permissive, rules: [] });
  let forbidden = false;
  const host = await world.hostWith({
    policy: {
      version: permits.version,
      decide: (action) => (forbidden ? forbids : permits).decide(action),
    },
    kernel: {
      ...world.kernel,
      execute: (kind, envelope, input) => {
        forbidden ||= kind === 'start-attempt';
        return world.kernel.execute(kind, envelope, input);
      },
    },
  });
  expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ kind: 'settled' });
  expect(await lastAttempt(world.kernel)).toMatchObject({ permit_id: null, state: 'settled' });
  expect(world.site.publishWrites).toHaveLength(0);
  expect(await world.kernel.gates(workspace, { statuses: ['open'] })).toHaveLength(1);
});
