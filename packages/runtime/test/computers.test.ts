import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computerSchema, observationSchema, screenSchema } from '@cux/contracts';
import { randomIds } from '@cux/kernel';
import { computers as made } from '@cux/kernel/store-suite';
import { createBuiltInPolicy } from '@cux/policy';
import {
  type OpenSessionOptions,
  type Provider,
  ProviderFault,
  type ProviderSession,
  recordEngine,
  startGuard,
} from '@cux/provider-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ComputerHost,
  createComputerHost,
  currentProcessIdentity,
  type HostOptions,
} from '../src/index.ts';
import { people, workspace } from './support/people.ts';
import { killedProcess } from './support/processes.ts';
import { accepted, command } from './support/story.ts';
import { openWorld, permissive, providerId, type World } from './support/world.ts';

let world: World;
let folder: string | null = null;
const hosts: ComputerHost[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  await world.close();
  if (folder !== null) await rm(folder, { recursive: true, force: true });
  folder = null;
});

/** A provider that counts every contact. */
function counted(
  provider: Provider,
  change: (session: ProviderSession) => Partial<ProviderSession> = () => ({}),
) {
  const counts = { opened: 0, closed: 0 };
  const openSession = async (options: OpenSessionOptions): Promise<ProviderSession> => {
    counts.opened += 1;
    const session = await provider.openSession(options);
    const close = (): Promise<void> => {
      counts.closed += 1;
      return session.close();
    };
    return { ...session, ...change(session), close };
  };
  return { counts, provider: { ...provider, openSession } };
}

async function hostOver(parts: Partial<HostOptions> = {}): Promise<ComputerHost> {
  const { kernel, vault, provider, clock, monotonic, workingDirectory } = world;
  const host = createComputerHost({
    workspace,
    kernel,
    vault,
    capabilities: [],
    providers: [provider],
    policy: createBuiltInPolicy(permissive),
    clock,
    monotonic,
    ids: randomIds,
    processId: await currentProcessIdentity(randomIds.next('session')),
    operator: people.operator,
    agent: people.agent,
    workingDirectory,
    startGuard: () => startGuard({ clock, monotonic }),
    ...parts,
  });
  hosts.push(host);
  return host;
}

async function makeComputer() {
  const { kernel } = world;
  const { profile_id } = accepted(
    await command(kernel, 'put-profile', people.operator, {
      profile_id: null,
      expected_latest: 0,
      terms: made.terms,
      activate: true,
    }),
  );
  const pair = accepted(await command(kernel, 'create-computer', people.operator, { profile_id }));
  return { ...pair, profile_id };
}

async function wakeIt(host: ComputerHost, computer_id: string) {
  const computer = await world.kernel.computer(workspace, computer_id);
  const resource_version = computer?.revision ?? 0;
  return host.wake({ computer_id, resource_version, provider_id: providerId, stored_session: null });
}

async function sessionOn(computer_id: string): Promise<string> {
  const answer = await command(world.kernel, 'open-session', people.operator, {
    computer_id,
    agent: people.agent,
  });
  return accepted(answer).session_id;
}

const asked = { modes: ['accessibility_tree', 'screenshot'], nodes: 500, bytes: 8_192 } as const;

describe('waking and releasing a Computer', () => {
  it('contacts nobody until it is woken, and leaves nothing when it is released', async () => {
    world = await openWorld();
    const { counts, provider } = counted(world.provider);
    const host = await hostOver({ providers: [provider] });
    const { computer_id, screen_id } = await makeComputer();
    expect(await host.pair(computer_id, screen_id)).toMatchObject({
      computer: { lifecycle: 'sleeping', generation: 0 },
      screen: { attachment: 'detached' },
    });
    expect(counts.opened).toBe(0);

    expect(await wakeIt(host, computer_id)).toMatchObject({
      kind: 'settled',
      value: { lifecycle: 'awake', generation: 1 },
    });
    expect(counts).toEqual({ opened: 1, closed: 0 });
    const pair = await host.pair(computer_id, screen_id);
    expect(computerSchema.parse(pair?.computer)).toMatchObject({ lifecycle: 'awake' });
    expect(screenSchema.parse(pair?.screen)).toMatchObject({ attachment: 'attached', ...made.geometry });

    expect(await host.release(computer_id)).toMatchObject({ value: { lifecycle: 'sleeping' } });
    expect(counts).toEqual({ opened: 1, closed: 1 });
    expect(await world.leftInWorkingDirectory()).toEqual([]);
    expect(await host.release(computer_id)).toMatchObject({ kind: 'refused', rule: 'computer.not-holder' });
  });

  const failures: readonly {
    readonly because: string;
    readonly rule: string;
    change(session: ProviderSession): Partial<ProviderSession>;
    readonly limits?: HostOptions['limits'];
  }[] = [
    {
      because: 'the engine never says its size',
      rule: 'provider.call_timed_out',
      change: () => ({ geometry: () => new Promise(() => undefined) }),
      limits: { looking: 100 },
    },
    {
      because: 'the Screen would be of another size',
      rule: 'screen.geometry',
      change: () => ({ geometry: async () => ({ ...made.geometry, width: 1 }) }),
    },
    {
      because: 'the engine is gone while it is asked for its size',
      rule: 'provider.engine_gone',
      change: (session) => ({
        geometry: async () => {
          await session.close();
          throw new ProviderFault('engine_gone', 'The engine has ended: open a new session.');
        },
      }),
    },
  ];
  it.each(failures)('is sleeping again when $because', async ({ rule, change, limits = {} }) => {
    world = await openWorld();
    const { counts, provider } = counted(world.provider, change);
    const host = await hostOver({ providers: [provider], limits });
    const { computer_id } = await makeComputer();
    expect(await wakeIt(host, computer_id)).toMatchObject({ kind: 'refused', rule });
    expect(counts.closed).toBe(1);
    expect(await world.kernel.computer(workspace, computer_id)).toMatchObject({
      lifecycle: 'sleeping',
      placement: null,
      generation: 1,
    });
    expect(await world.leftInWorkingDirectory()).toEqual([]);
  });

  it('refuses a provider that is not named, not ready or not able, without contact', async () => {
    world = await openWorld();
    const { computer_id } = await makeComputer();
    const { counts, provider } = counted(world.provider);
    const unready = { ...provider, doctor: async () => [{ check: 'x', ok: false, message: 'Not there.' }] };
    const unable = {
      ...provider,
      profile: () => {
        const profile = provider.profile();
        const provider_primitives = { ...profile.provider_primitives, screenshots: 'unsupported' } as const;
        return { ...profile, provider_primitives };
      },
    };
    const rows = [
      { providers: [], rule: 'provider.unknown' },
      { providers: [unready], rule: 'provider.not-ready' },
      { providers: [unable], rule: 'computer.needs-unmet' },
    ];
    for (const { providers, rule } of rows) {
      expect(await wakeIt(await hostOver({ providers }), computer_id)).toMatchObject({ rule });
    }
    expect(counts.opened).toBe(0);
  });

  it('is woken once by two at the same time', async () => {
    world = await openWorld();
    const { counts, provider } = counted(world.provider);
    const [one, other] = [
      await hostOver({ providers: [provider] }),
      await hostOver({ providers: [provider] }),
    ];
    const { computer_id } = await makeComputer();
    const answers = await Promise.all([wakeIt(one, computer_id), wakeIt(other, computer_id)]);
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'settled']);
    expect(counts.opened).toBe(1);
  });

  it('is recovered from a process that has died, and from no other', async () => {
    world = await openWorld();
    const dead = await hostOver({ processId: await deadProcess() });
    const { computer_id } = await makeComputer();
    const alive = await hostOver();
    const held = await makeComputer();
    await wakeIt(dead, computer_id);
    await wakeIt(alive, held.computer_id);
    const successor = await hostOver();
    expect(await successor.recover()).toEqual([expect.stringContaining(computer_id)]);
    expect(await successor.recover()).toEqual([]);
    const { kernel } = world;
    expect(await kernel.computer(workspace, computer_id)).toMatchObject({ lifecycle: 'sleeping' });
    expect(await kernel.computer(workspace, held.computer_id)).toMatchObject({ lifecycle: 'awake' });
    expect(await wakeIt(successor, computer_id)).toMatchObject({ value: { generation: 2 } });
  });
});

/** The identity of a process that has ended. */
async function deadProcess(): Promise<string> {
  return killedProcess();
}

describe('observing a Screen', () => {
  it('answers with what is bounded and sanitised, and advances the head', async () => {
    world = await openWorld();
    const host = await hostOver();
    const { computer_id, screen_id } = await makeComputer();
    await wakeIt(host, computer_id);
    const session_id = await sessionOn(computer_id);
    const observations = [];
    for (const _ of [1, 2]) {
      const answer = await host.observe({ computer_id, screen_id, session_id, ...asked });
      if (answer.kind === 'refused') throw new Error(answer.rule);
      observations.push(observationSchema.parse(answer.value));
    }
    expect(observations.map(({ observation_generation }) => observation_generation)).toEqual([1, 2]);
    const digest = observations[1]?.screenshot?.digest;
    expect(digest === undefined ? null : await world.vault.get(digest)).not.toBeNull();
    expect(await host.pair(computer_id, screen_id)).toMatchObject({ screen: { observation_generation: 2 } });
  });

  it('settles fifty that come at once in one order', async () => {
    world = await openWorld();
    const host = await hostOver();
    const { computer_id, screen_id } = await makeComputer();
    await wakeIt(host, computer_id);
    const session_id = await sessionOn(computer_id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        host.observe({ computer_id, screen_id, session_id, ...asked, modes: ['accessibility_tree'] }),
      ),
    );
    const generations = answers.map(
      (answer) => answer.kind === 'settled' && answer.value.observation_generation,
    );
    expect(generations).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('is refused at each rung alone, without contact', async () => {
    world = await openWorld();
    const { counts, provider } = counted(world.provider);
    const host = await hostOver({ providers: [provider] });
    const [one, other] = [await makeComputer(), await makeComputer()];
    await wakeIt(host, one.computer_id);
    await wakeIt(host, other.computer_id);
    const asleep = await makeComputer();
    const { computer_id, screen_id } = one;
    const session_id = await sessionOn(computer_id);
    const sleeping = await sessionOn(asleep.computer_id);
    const whole = { computer_id, screen_id, session_id, ...asked };
    const rows = [
      { change: { modes: [] }, rule: 'observation.bounds' },
      { change: { nodes: 0 }, rule: 'observation.bounds' },
      { change: { nodes: 5_001 }, rule: 'observation.bounds' },
      { change: { bytes: Number.NaN }, rule: 'observation.bounds' },
      { change: { session_id: 'none' }, rule: 'session.unknown' },
      { change: { screen_id: other.screen_id }, rule: 'computer.unknown' },
      { change: { computer_id: other.computer_id, screen_id: other.screen_id }, rule: 'computer.unknown' },
      { change: { ...asleep, session_id: sleeping }, rule: 'screen.detached' },
    ];
    for (const { change, rule } of rows) {
      expect(await host.observe({ ...whole, ...change }), rule).toMatchObject({ kind: 'refused', rule });
    }
    const stranger = await hostOver();
    expect(await stranger.observe(whole)).toMatchObject({ rule: 'computer.not-holder' });
    const control = { computer_id, screen_id, control_epoch: 0 };
    accepted(await command(world.kernel, 'begin-takeover', people.editor, control));
    expect(await host.observe(whole)).toMatchObject({ rule: 'screen.control' });
    expect(counts.opened).toBe(2);
    expect(await world.kernel.screen(workspace, computer_id, screen_id)).toMatchObject({
      observation_generation: 0,
    });
  });
});

describe('a placement', () => {
  it('is in no record, event, answer or log, and nowhere outside of the vault', async () => {
    folder = await mkdtemp(join(tmpdir(), 'cux-placement-'));
    world = await openWorld({ path: join(folder, 'cux.sqlite') });
    const told: unknown[] = [];
    const reference = 'canary-session-4711';
    const { provider } = counted(world.provider, () => ({ sessionReference: reference }));
    const host = await hostOver({ providers: [provider], onEvent: (event) => told.push(event) });
    const { computer_id, screen_id } = await makeComputer();
    told.push(await wakeIt(host, computer_id));
    const session_id = await sessionOn(computer_id);
    told.push(await host.observe({ computer_id, screen_id, session_id, ...asked }));
    told.push(await host.pair(computer_id, screen_id));
    const kept = await world.vault.getNamed(`placement/${workspace}/${computer_id}/1`);
    expect(new TextDecoder().decode(kept ?? new Uint8Array())).toContain(reference);
    told.push(await host.release(computer_id));
    told.push(await world.store.events(workspace, 0, 1_000));
    const { kernel } = world;
    told.push(await kernel.computers(workspace), await kernel.sessionEvents(workspace, session_id));
    for (const name of await readdir(folder)) told.push(await readFile(join(folder, name), 'latin1'));
    const all = JSON.stringify(told);
    expect(all.length).toBeGreaterThan(1_000);
    expect(all).not.toContain(reference);
    expect(all).not.toContain(world.workingDirectory);
    expect(await world.vault.getNamed(`placement/${workspace}/${computer_id}/1`)).toBeNull();
  });

  it('of a process that has died is ended by what it sealed, wherever its sessions had their folders', async () => {
    world = await openWorld();
    folder = await mkdtemp(join(tmpdir(), 'cux-placement-'));
    const dead = await hostOver({ processId: await killedProcess(), workingDirectory: folder });
    const { computer_id } = await makeComputer();
    await wakeIt(dead, computer_id);
    const own = (await readdir(folder)).find((name) => !name.endsWith('.owner')) ?? '';
    const engine = spawn('sleep', ['600'], {
      env: { HOME: join(folder, own) },
      stdio: 'ignore',
      detached: true,
    });
    await once(engine, 'spawn');
    await recordEngine(join(folder, own), engine.pid ?? 0);
    const ended = once(engine, 'exit');
    const successor = await hostOver();
    expect(await successor.recover()).toEqual([expect.stringContaining(computer_id)]);
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(await world.kernel.computer(workspace, computer_id)).toMatchObject({ lifecycle: 'sleeping' });
    expect(await world.vault.getNamed(`placement/${workspace}/${computer_id}/1`)).toBeNull();
  });
});
