import { digestOf } from '@cux/contracts';
import type { Todo } from '@cux/kernel';
import { createBuiltInPolicy } from '@cux/policy';
import type { Vault } from '@cux/vault';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostOptions } from '../src/index.ts';
import { Broken, onceBefore, sessionsLike, surfaceLike } from './support/breaking.ts';
import { people, workspace } from './support/people.ts';
import { handsBack, signsIn } from './support/sign-in.ts';
import {
  accepted,
  approve,
  begin,
  command,
  finish,
  lastAttempt,
  mainTodo,
  openTodo,
  runOpen,
  todo,
} from './support/story.ts';
import { openWorld, permissive, providerId, type World } from './support/world.ts';

let world: World;
let enrolment: Todo;

/** The draft meets the wall; a person approves that a session is enrolled. */
beforeEach(async () => {
  world = await openWorld();
  world.site.wall = true;
  await begin(world.kernel);
  expect(await world.host.runTodo(mainTodo, providerId)).toMatchObject({
    because: 'signed-out',
    todo_state: 'blocked',
  });
  await approve(world.kernel);
  enrolment = await openTodo(world.kernel);
  world.events.length = 0;
});
afterEach(async () => {
  expect(await world.openPorts()).toBe(0);
  expect(await world.leftInWorkingDirectory()).toEqual([]);
  expect(await world.kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  await world.close();
});

function storedSession(): Promise<Uint8Array | null> {
  const session = { account: 'editor', origin: world.site.origin };
  return world.vault.getNamed(`stored-session/${digestOf('cux/stored-session', { workspace, ...session })}`);
}

/** What the last enrolment has kept, as long as the kernel has not said what becomes of it. */
async function enrolledSession(): Promise<Uint8Array | null> {
  const { attempt_id } = await lastAttempt(world.kernel, enrolment.todo_id);
  return world.vault.getNamed(`enrolled-session/${attempt_id}`);
}

describe('a host that ends in the middle of an enrolment', () => {
  it('before the kernel has accepted it: nobody uses the session, and the recovery puts it in its place', async () => {
    const kernel = onceBefore(world.kernel, 'settle-attempt', async () => {
      throw new Broken();
    });
    const host = await world.hostWith({ kernel });
    await expect(host.enrolStoredSession(enrolment.todo_id, providerId, signsIn)).rejects.toThrow();
    expect(await storedSession()).toBeNull();
    expect(await enrolledSession()).not.toBeNull();
    await world.host.recover();
    expect(await todo(world.kernel, enrolment.todo_id)).toMatchObject({ state: 'done' });
    expect(await storedSession()).not.toBeNull();
    expect(await enrolledSession()).toBeNull();
  });

  it('after it: the next attempt puts the session in its place, and uses it', async () => {
    const vault: Vault = {
      ...world.vault,
      putNamed: async (name, bytes) => {
        if (name.startsWith('stored-session/')) throw new Broken();
        return world.vault.putNamed(name, bytes);
      },
    };
    const host = await world.hostWith({ vault });
    await expect(host.enrolStoredSession(enrolment.todo_id, providerId, signsIn)).rejects.toThrow();
    expect(await todo(world.kernel, enrolment.todo_id)).toMatchObject({ state: 'done' });
    expect(await storedSession()).toBeNull();
    await world.host.runTodo(mainTodo, providerId);
    expect(world.events).toContainEqual({
      kind: 'session-opened',
      provider_id: providerId,
      stored_session: true,
    });
  });
});

describe('signing in', () => {
  it('keeps the session, lets what waited go on with it, and needs it no second time', async () => {
    const run = await world.host.enrolStoredSession(enrolment.todo_id, providerId, signsIn);
    expect(run).toMatchObject({ kind: 'settled', because: 'signed-in', todo_state: 'done' });
    expect(await storedSession()).not.toBeNull();
    expect(world.events.filter(({ kind }) => kind.startsWith('takeover'))).toEqual([
      { kind: 'takeover-started', account: 'editor', origin: world.site.origin },
      { kind: 'takeover-ended' },
    ]);
    expect(await todo(world.kernel)).toMatchObject({ state: 'open', action_unit: 'draft_until_review_gate' });

    await finish(world.kernel, world.host);
    expect(world.events).toContainEqual({
      kind: 'session-opened',
      provider_id: providerId,
      stored_session: true,
    });
    expect(world.site.publications).toHaveLength(1);
    expect(await todo(world.kernel)).toMatchObject({ state: 'done' });
  });

  it('no attempt runs while the person has the page', async () => {
    const during: number[] = [];
    await world.host.enrolStoredSession(enrolment.todo_id, providerId, async (takeover) => {
      during.push((await world.kernel.attempts(workspace, { todo_id: enrolment.todo_id })).length);
      await signsIn(takeover);
    });
    expect(during).toEqual([0]);
    expect(await world.kernel.attempts(workspace, { todo_id: enrolment.todo_id })).toHaveLength(1);
  });

  it('what is handed back signed out is kept nowhere, and a person is asked', async () => {
    const run = await world.host.enrolStoredSession(enrolment.todo_id, providerId, handsBack);
    expect(run).toMatchObject({ kind: 'settled', because: 'still-signed-out', todo_state: 'blocked' });
    expect(await storedSession()).toBeNull();
    expect(await todo(world.kernel)).toMatchObject({ state: 'blocked' });
    expect(world.events).toContainEqual({ kind: 'takeover-ended' });
  });

  it('a person who fails leaves everything as it was', async () => {
    const failing = world.host.enrolStoredSession(enrolment.todo_id, providerId, async () => {
      throw new Broken();
    });
    await expect(failing).rejects.toBeInstanceOf(Broken);
    expect(await storedSession()).toBeNull();
    expect(await todo(world.kernel, enrolment.todo_id)).toMatchObject({ state: 'open' });
    expect(await world.kernel.attempts(workspace, { todo_id: enrolment.todo_id })).toEqual([]);
    expect(world.events).toContainEqual({ kind: 'takeover-ended' });
  });

  it('a host that is stopped waits for nobody', async () => {
    const stop = new AbortController();
    const host = await world.hostWith({ signal: stop.signal });
    const run = await host.enrolStoredSession(enrolment.todo_id, providerId, () => {
      stop.abort();
      return new Promise(() => undefined);
    });
    expect(run).toMatchObject({ kind: 'refused', rule: 'provider.engine_gone' });
    expect(await todo(world.kernel, enrolment.todo_id)).toMatchObject({ state: 'open' });
    expect(await storedSession()).toBeNull();
  });

  it('is refused to the runner of todos: nobody would be there', async () => {
    expect(await world.host.runTodo(enrolment.todo_id, providerId)).toMatchObject({
      rule: 'todo.needs-person',
    });
  });
});

describe('nobody is asked to sign in for what would be refused', () => {
  const rows: { because: string; parts: (world: World) => Partial<HostOptions>; rule: string }[] = [
    {
      because: 'policy forbids the use of credentials',
      parts: () => ({ policy: createBuiltInPolicy({ ...permissive, rules: permissive.rules.slice(0, 1) }) }),
      rule: 'policy.forbidden',
    },
    {
      because: 'the provider is not ready',
      parts: ({ provider }) => ({
        providers: [
          {
            ...provider,
            doctor: async () => [{ check: 'engine', ok: false, message: 'Install the engine.' }],
          },
        ],
      }),
      rule: 'provider.not-ready',
    },
    { because: 'the provider is unknown', parts: () => ({ providers: [] }), rule: 'provider.unknown' },
  ];

  it.each(rows)('$because', async ({ parts, rule }) => {
    const host = await world.hostWith(parts(world));
    const requests = world.site.requests;
    let asked = 0;
    const run = await host.enrolStoredSession(enrolment.todo_id, providerId, async () => {
      asked += 1;
    });
    expect(run).toMatchObject({ kind: 'refused', rule });
    expect(asked).toBe(0);
    expect(world.site.requests).toBe(requests);
  });

  it('the standing gate was revoked', async () => {
    const [gate] = await world.kernel.gates(workspace, { statuses: ['open'] });
    const { gate_id = '', revision = 0 } = gate ?? {};
    accepted(await command(world.kernel, 'revoke-gate', people.editor, { gate_id, revision, reason: null }));
    const run = await world.host.enrolStoredSession(enrolment.todo_id, providerId, signsIn);
    expect(run).toMatchObject({ kind: 'refused', rule: 'todo.not-open' });
    expect(await storedSession()).toBeNull();
  });

  it('the window of the standing gate is over', async () => {
    world.clock.advance(2 * 86_400_000);
    const run = await world.host.enrolStoredSession(enrolment.todo_id, providerId, signsIn);
    expect(run.kind).toBe('refused');
    expect(world.events.some(({ kind }) => kind === 'takeover-started')).toBe(false);
    expect(await storedSession()).toBeNull();
  });
});

describe('a session that cannot be kept', () => {
  const rows: { because: string; parts: (world: World) => Partial<HostOptions> }[] = [
    {
      because: 'the engine does not give it out',
      parts: ({ provider }) => ({
        providers: [
          sessionsLike(provider, (session) => ({
            ...session,
            exportStoredSession: async () => {
              throw new Broken();
            },
          })),
        ],
      }),
    },
    {
      because: 'the vault does not take it',
      parts: ({ vault }) => ({
        vault: {
          ...vault,
          putNamed: async (name, bytes) => {
            if (name.startsWith('enrolled-session/')) throw new Broken();
            return vault.putNamed(name, bytes);
          },
        },
      }),
    },
  ];

  it.each(rows)('leaves the todo to be tried again: $because', async ({ parts }) => {
    const host = await world.hostWith(parts(world));
    const run = await host.enrolStoredSession(enrolment.todo_id, providerId, signsIn).catch((fault) => fault);
    if (run instanceof Error) expect(run).toBeInstanceOf(Broken);
    else expect(run).toMatchObject({ rule: 'provider.engine_gone' });
    expect(await lastAttempt(world.kernel, enrolment.todo_id)).toMatchObject({ state: 'abandoned' });
    expect(await todo(world.kernel, enrolment.todo_id)).toMatchObject({ state: 'open' });
    expect(await todo(world.kernel), 'what waits is not let go without it').toMatchObject({
      state: 'blocked',
    });
    expect(await storedSession()).toBeNull();

    await world.host.enrolStoredSession(enrolment.todo_id, providerId, signsIn);
    await finish(world.kernel, world.host);
    expect(world.site.publications).toHaveLength(1);
  });

  it('is not kept where the kernel does not accept the check', async () => {
    const revoke = async () => {
      const [gate] = await world.kernel.gates(workspace, { statuses: ['open'] });
      const { gate_id = '', revision = 0 } = gate ?? {};
      accepted(
        await command(world.kernel, 'revoke-gate', people.editor, { gate_id, revision, reason: null }),
      );
    };
    const host = await world.hostWith({ kernel: onceBefore(world.kernel, 'report-attempt', revoke) });
    const run = await host.enrolStoredSession(enrolment.todo_id, providerId, signsIn);
    expect(run.kind).toBe('refused');
    expect(await storedSession()).toBeNull();
    expect(await enrolledSession(), 'nothing of it is left').toBeNull();
    expect(await todo(world.kernel)).toMatchObject({ state: 'blocked' });
  });

  it('an engine that does not take the page back does not keep the person’s rights', async () => {
    const provider = surfaceLike(world.provider, (surface) => ({
      takeover: async () => {
        const takeover = await surface.takeover();
        return {
          ...takeover,
          release: async () => {
            throw new Broken();
          },
        };
      },
    }));
    const host = await world.hostWith({ providers: [provider] });
    const run = await host.enrolStoredSession(enrolment.todo_id, providerId, signsIn);
    expect(run).toMatchObject({ kind: 'settled', todo_state: 'done' });
    expect(world.guards.at(-1)?.record().human.allowed).toHaveLength(1);
  });
});

describe('a stored session', () => {
  beforeEach(async () => {
    await world.host.enrolStoredSession(enrolment.todo_id, providerId, signsIn);
    world.events.length = 0;
  });

  async function standing() {
    const gates = await world.kernel.gates(workspace, { statuses: ['open'] });
    const gate = gates.find(({ kind }) => kind === 'standing');
    if (gate === undefined) throw new Error('no standing gate');
    return gate;
  }

  it('is not used once its standing gate is revoked: the next attempt meets the wall', async () => {
    const { gate_id, revision } = await standing();
    accepted(
      await command(world.kernel, 'revoke-gate', people.editor, { gate_id, revision, reason: 'Gone.' }),
    );
    await runOpen(world.kernel, world.host);
    expect(world.events).toContainEqual({
      kind: 'session-opened',
      provider_id: providerId,
      stored_session: false,
    });
    expect(await todo(world.kernel)).toMatchObject({ state: 'blocked', because: 'signed-out' });
    expect(world.site.articles.size).toBe(0);
  });

  it('is not used once the window is over: the next attempt meets the wall, too', async () => {
    world.clock.advance(2 * 86_400_000);
    await runOpen(world.kernel, world.host);
    expect(world.events).toContainEqual({
      kind: 'session-opened',
      provider_id: providerId,
      stored_session: false,
    });
    expect(await todo(world.kernel)).toMatchObject({ state: 'blocked', because: 'signed-out' });
  });

  it('is not used for a publication whose standing gate is revoked before commit', async () => {
    await runOpen(world.kernel, world.host);
    await approve(world.kernel);
    const kernel = onceBefore(world.kernel, 'commit-attempt', async () => {
      const { gate_id, revision } = await standing();
      accepted(
        await command(world.kernel, 'revoke-gate', people.editor, { gate_id, revision, reason: null }),
      );
    });
    const host = await world.hostWith({ kernel });
    await host.runTodo(mainTodo, providerId);
    expect(world.site.publishWrites).toHaveLength(0);
    expect(await todo(world.kernel)).not.toMatchObject({ state: 'running' });
  });
});
