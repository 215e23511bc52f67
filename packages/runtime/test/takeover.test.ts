import type { Principal } from '@cux/contracts';
import { randomIds } from '@cux/kernel';
import { computers as made } from '@cux/kernel/store-suite';
import { createBuiltInPolicy } from '@cux/policy';
import {
  type Provider,
  ProviderFault,
  type ProviderSession,
  startGuard,
  type Takeover,
} from '@cux/provider-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ComputerHost,
  createComputerHost,
  currentProcessIdentity,
  type HostOptions,
  type ScreenTakeover,
  type Settled,
} from '../src/index.ts';
import { recipe } from './support/newsroom-recipe.ts';
import { password, people, workspace } from './support/people.ts';
import { killedProcess } from './support/processes.ts';
import { accepted, command } from './support/story.ts';
import { openWorld, permissive, providerId, type World } from './support/world.ts';

const another = { kind: 'human', id: 'second-editor' } as const;
const modes = { modes: ['accessibility_tree'], nodes: 100, bytes: 4_096 } as const;
const headline = { role: 'textbox', name: 'Headline' } as const;

let world: World;
const hosts: ComputerHost[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  await world.close();
});

async function hostOver(parts: Partial<HostOptions> = {}): Promise<ComputerHost> {
  const { kernel, vault, provider, clock, monotonic, workingDirectory } = world;
  const host = createComputerHost({
    ...{ workspace, kernel, vault, clock, monotonic, workingDirectory },
    capabilities: [],
    providers: [provider],
    policy: createBuiltInPolicy(permissive),
    ids: randomIds,
    processId: await currentProcessIdentity(randomIds.next('session')),
    operator: people.operator,
    agent: people.agent,
    startGuard: () => startGuard({ clock, monotonic }),
    ...parts,
  });
  hosts.push(host);
  return host;
}

/** A Computer that is awake, with a session of an agent on it. */
async function awake(host: ComputerHost) {
  const { kernel } = world;
  const { profile_id } = accepted(
    await command(kernel, 'put-profile', people.operator, {
      ...{ profile_id: null, expected_latest: 0, terms: made.terms, activate: true },
    }),
  );
  const pair = accepted(await command(kernel, 'create-computer', people.operator, { profile_id }));
  const { computer_id } = pair;
  await host.wake({ computer_id, resource_version: 1, provider_id: providerId, stored_session: null });
  const { session_id } = accepted(
    await command(kernel, 'open-session', people.operator, { computer_id, agent: people.agent }),
  );
  return { ...pair, session_id };
}

type Pair = Awaited<ReturnType<typeof awake>>;

function takeOver(host: ComputerHost, { computer_id, screen_id }: Pair, changes = {}) {
  return host.takeOver({
    ...{ computer_id, screen_id, control_epoch: 0, person: people.editor },
    start_url: `${world.site.origin}/login`,
    allowed_origins: [world.site.origin],
    human_rules: [],
    ...changes,
  });
}

function settled<Value>(answer: Settled<Value>): Value {
  if (answer.kind === 'refused') throw new Error(answer.rule);
  return answer.value;
}

const screenOf = ({ computer_id, screen_id }: Pair) => world.kernel.screen(workspace, computer_id, screen_id);

async function signIn(hands: Takeover) {
  await hands.type({ role: 'textbox', name: 'Account' }, 'editor');
  await hands.type({ role: 'textbox', name: 'Password' }, password);
  return hands.press({ role: 'button', name: 'Sign in' });
}

describe('a person takes a Screen over', () => {
  it('and has it until they give it back; an agent reads first what was left', async () => {
    world = await openWorld();
    const host = await hostOver();
    const pair = await awake(host);
    const taken = settled(await takeOver(host, pair));
    expect(await screenOf(pair)).toMatchObject({ control: 'human', control_epoch: 1 });
    expect(await host.observe({ ...pair, ...modes })).toMatchObject({ rule: 'screen.control' });
    const hands = settled(taken.open(people.editor));
    expect(await hands.location()).toMatchObject({ path: '/login' });
    expect(settled(await taken.handBack())).toMatchObject({ control: 'agent', control_epoch: 2 });
    expect(await screenOf(pair)).toMatchObject({ readback_due: true });
    expect(settled(await host.observe({ ...pair, ...modes }))).toMatchObject({ control_epoch: 2 });
    // Twice is once, and what somebody has kept of it does nothing any more.
    expect(settled(await taken.handBack())).toMatchObject({ control_epoch: 2 });
    expect(await hands.press({ role: 'button', name: 'Sign in' })).toEqual({ kind: 'lost' });
    expect(await hands.location()).toBeNull();
    expect(taken.open(people.editor)).toMatchObject({ rule: 'takeover.ended' });
  });

  const rules = recipe.sign_in?.human_rules.map((rule) => ({
    ...rule,
    origin: '',
    body: {
      ...rule.body,
      fields: [
        { field: 'account', operator: 'equals', value: 'editor' },
        { field: 'password', operator: 'present' },
      ],
    },
  }));
  it.each([
    { hand_rules: false, path: '/login', because: 'nothing that their hands do is written without a rule' },
    { hand_rules: true, path: '/account', because: 'what their own profile allows is written' },
  ])('under their own guard profile: $because', async ({ hand_rules, path }) => {
    world = await openWorld();
    const host = await hostOver();
    const pair = await awake(host);
    const human_rules = hand_rules ? rules?.map((rule) => ({ ...rule, origin: world.site.origin })) : [];
    const taken = settled(await takeOver(host, pair, { human_rules }));
    const hands = settled(taken.open(people.editor));
    expect(await signIn(hands)).toEqual({ kind: 'done' });
    await expect.poll(async () => (await hands.location())?.path).toBe(path);
    await taken.handBack();
  });

  it.each<{ because: string; rule: string; change: Record<string, unknown> }>([
    { because: 'an agent', rule: 'principal.not-allowed', change: { person: people.agent } },
    { because: 'the host itself', rule: 'principal.not-allowed', change: { person: people.operator } },
    {
      because: 'somebody who saw an earlier control',
      rule: 'screen.control-ahead',
      change: { control_epoch: 7 },
    },
    { because: 'somebody who names another Screen', rule: 'computer.unknown', change: { screen_id: 'none' } },
    {
      because: 'somebody who names another Computer',
      rule: 'computer.not-holder',
      change: { computer_id: 'none' },
    },
  ])('$because does not get it', async ({ rule, change }) => {
    world = await openWorld();
    const host = await hostOver();
    const pair = await awake(host);
    expect(await takeOver(host, pair, change)).toMatchObject({ kind: 'refused', rule });
    expect(await screenOf(pair)).toMatchObject({ control: 'agent', control_epoch: 0 });
  });

  it.each<{ principal: Principal }>([
    { principal: people.agent },
    { principal: people.operator },
    { principal: another },
  ])('whose view $principal.id does not get', async ({ principal }) => {
    world = await openWorld();
    const host = await hostOver();
    const taken = settled(await takeOver(host, await awake(host)));
    expect(taken.open(principal)).toMatchObject({ kind: 'refused', rule: 'takeover.other-person' });
  });

  it('once, when two want it at the same time', async () => {
    world = await openWorld();
    const host = await hostOver();
    const pair = await awake(host);
    const answers = await Promise.all([takeOver(host, pair), takeOver(host, pair, { person: another })]);
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'settled']);
    expect(await screenOf(pair)).toMatchObject({ control: 'human', control_epoch: 1 });
  });

  const failures: readonly {
    because: string;
    rule: string;
    after: string;
    takeover: () => Promise<Takeover>;
  }[] = [
    {
      because: 'has ended',
      rule: 'provider.engine_gone',
      after: 'sleeping',
      takeover: () =>
        Promise.reject(new ProviderFault('engine_gone', 'The engine has ended: open a new session.')),
    },
    {
      because: 'fails without a word',
      rule: 'provider.engine_gone',
      after: 'sleeping',
      takeover: () => Promise.reject(new Error('nobody foresaw this')),
    },
    {
      because: 'does not answer',
      rule: 'provider.deadline',
      after: 'awake',
      takeover: () => new Promise(() => undefined),
    },
  ];
  it.each(failures)(
    'not from an engine that $because: it is the agent’s again',
    async ({ rule, takeover, after }) => {
      world = await openWorld();
      const provider = changed(world.provider, (session) => ({ surface: { ...session.surface, takeover } }));
      const host = await hostOver({ providers: [provider], limits: { opening: 3_000, navigation: 0 } });
      const pair = await awake(host);
      expect(await takeOver(host, pair)).toMatchObject({ kind: 'refused', rule });
      expect(await screenOf(pair)).toMatchObject({ control: 'agent' });
      expect(await host.pair(pair.computer_id, pair.screen_id)).toMatchObject({
        computer: { lifecycle: after },
      });
    },
  );

  it('not from an engine that opens the page too late, which is then asked for nothing more', async () => {
    world = await openWorld();
    const asked: string[] = [];
    let opens: () => void = () => undefined;
    const provider = changed(world.provider, ({ surface }) => ({
      surface: {
        ...surface,
        open: () =>
          new Promise((resolve) => {
            opens = () => resolve({ kind: 'reached' });
          }),
        takeover: () => {
          asked.push('takeover');
          return surface.takeover();
        },
      },
    }));
    const host = await hostOver({ providers: [provider], limits: { opening: 3_000, navigation: 0 } });
    const pair = await awake(host);
    const start_url = `${world.site.origin}/login`;
    expect(await takeOver(host, pair, { start_url })).toMatchObject({ rule: 'provider.deadline' });
    expect(await screenOf(pair)).toMatchObject({ control: 'agent' });
    opens();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(asked).toEqual([]);
  });

  it('and gets the same again, whose answer may have been lost: then anybody may take it who asks in turn', async () => {
    world = await openWorld();
    const host = await hostOver();
    const pair = await awake(host);
    const lost = takeOver(host, pair);
    const again = settled(await takeOver(host, pair));
    expect(again).toBe(settled(await lost));
    expect(settled(await takeOver(host, pair, { control_epoch: 1 }))).toBe(again);
    for (const person of [another, people.agent, people.operator]) {
      expect(await takeOver(host, pair, { control_epoch: 1, person })).toMatchObject({
        rule: 'screen.control',
      });
    }
    expect(await takeOver(host, { ...pair, screen_id: 'none' })).toMatchObject({ rule: 'computer.unknown' });
    expect(settled(again.open(people.editor))).toBeDefined();
    settled(await again.handBack());
    expect(await screenOf(pair)).toMatchObject({ control: 'agent', control_epoch: 2 });
    const next = settled(await takeOver(host, pair, { control_epoch: 2, person: another }));
    expect(next).not.toBe(again);
    settled(await next.handBack());
  });

  it('and the Computer is recovered when the process that had it is killed meanwhile', async () => {
    world = await openWorld();
    const dead = await hostOver({ processId: await killedProcess() });
    const pair = await awake(dead);
    settled(await takeOver(dead, pair));
    await (await hostOver()).recover();
    expect(await screenOf(pair)).toMatchObject({
      control: 'agent',
      attachment: 'detached',
      readback_due: true,
    });
  });

  it('and has it no longer when the Computer is released', async () => {
    world = await openWorld();
    const host = await hostOver();
    const pair = await awake(host);
    const taken: ScreenTakeover = settled(await takeOver(host, pair));
    await host.release(pair.computer_id);
    expect(await taken.handBack()).toMatchObject({ kind: 'refused', rule: 'screen.detached' });
    await expect(settledOrLost(taken)).resolves.toBe('nothing');
  });
});

/** What a view that was kept still shows. */
async function settledOrLost(taken: ScreenTakeover): Promise<string> {
  const opened = taken.open(people.editor);
  if (opened.kind === 'refused') return 'nothing';
  return (await opened.value.press(headline)).kind === 'lost' ? 'nothing' : 'something';
}

function changed(
  provider: Provider,
  change: (session: ProviderSession) => Partial<ProviderSession>,
): Provider {
  return {
    ...provider,
    openSession: async (options) => {
      const session = await provider.openSession(options);
      return { ...session, ...change(session) };
    },
  };
}
