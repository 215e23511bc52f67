import { type Provider, ProviderFault, type ProviderSession, type Surface } from '@cux/provider-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { Broken, sessionsLike, surfaceLike } from './support/breaking.ts';
import { endsWell, shortly } from './support/ends-well.ts';
import { approve, begin, beginApproved, lastAttempt, mainTodo, pendingGate, todo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
afterEach(() => world.close());

const methods = [
  'open',
  'location',
  'matchAddress',
  'observe',
  'resolve',
  'readiness',
  'stopSigns',
  'fill',
  'select',
  'press',
  'holds',
  'readJson',
  'capture',
] as const satisfies readonly (keyof Surface)[];

const faults = [
  () => new Broken(),
  () => new ProviderFault('engine_gone', 'The engine is gone; start it again.'),
];

/** From its `call`-th call on, the method only throws. */
function throwingAt(
  provider: Provider,
  method: (typeof methods)[number],
  call: number,
  fault: () => Error,
): Provider {
  let calls = 0;
  return surfaceLike(provider, (surface) => ({
    [method]: (...parameters: never[]) => {
      calls += 1;
      if (calls >= call) throw fault();
      return Reflect.apply(surface[method], surface, parameters);
    },
  }));
}

describe('an engine that fails in the middle of a method', () => {
  it.each(methods)('%s, while it drafts: whichever fault, it may be tried again', async (method) => {
    for (const fault of faults) {
      world = await openWorld(shortly);
      const host = await world.hostWith({ providers: [throwingAt(world.provider, method, 1, fault)] });
      await begin(world.kernel);
      const run = await host.runTodo(mainTodo, providerId);
      expect(run.kind === 'settled' && ['open', 'awaiting_gate', 'blocked'].includes(run.todo_state)).toBe(
        true,
      );
      expect(world.site.publishWrites).toHaveLength(0);
      if ((await pendingGate(world.kernel)) !== undefined) await approve(world.kernel);
      if ((await todo(world.kernel)).state !== 'blocked') await endsWell(world);
      if (fault !== faults.at(-1)) await world.close();
    }
  });

  const inPublishing = [
    'location',
    'resolve',
    'readiness',
    'stopSigns',
    'press',
    'holds',
    'capture',
    'observe',
  ] as const;

  it.each(inPublishing)('%s, at each of its calls while it publishes: never twice', async (method) => {
    world = await openWorld(shortly);
    const counted = await callsOf(method);
    await world.close();
    const calls = [...new Set([1, Math.ceil(counted / 2), counted - 1, counted])].filter((call) => call >= 1);
    for (const call of calls) {
      world = await openWorld(shortly);
      await beginApproved(world.kernel, world.host);
      const provider = throwingAt(world.provider, method, call, () => new Broken());
      const host = await world.hostWith({ providers: [provider] });
      expect((await host.runTodo(mainTodo, providerId)).kind).toBe('settled');
      await endsWell(world);
      if (call !== calls.at(-1)) await world.close();
    }
  });

  /** How often an honest publication calls the method. */
  async function callsOf(method: (typeof methods)[number]): Promise<number> {
    let calls = 0;
    const provider = surfaceLike(world.provider, (surface) => ({
      [method]: (...parameters: never[]) => {
        calls += 1;
        return Reflect.apply(surface[method], surface, parameters);
      },
    }));
    await beginApproved(world.kernel, world.host);
    const host = await world.hostWith({ providers: [provider] });
    await host.runTodo(mainTodo, providerId);
    return calls;
  }
});

describe('an engine that goes away', () => {
  it('during the press, with the publication under way', async () => {
    world = await openWorld({ ...shortly, fixture: { onConfirm: [{ kind: 'end_engine' }] } });
    await beginApproved(world.kernel, world.host);
    await world.host.runTodo(mainTodo, providerId);
    expect(world.site.publishWrites.length).toBeLessThanOrEqual(1);
    expect(await todo(world.kernel)).not.toMatchObject({ state: 'running' });
    expect(await world.openPorts()).toBe(0);
  });

  it('closing itself during the press', async () => {
    world = await openWorld(shortly);
    await beginApproved(world.kernel, world.host);
    const provider = sessionsLike(world.provider, (session) => ({
      ...session,
      surface: {
        ...session.surface,
        press: async (element, timeout) => {
          const outcome = await session.surface.press(element, timeout);
          if (element.name === 'Confirm publish') await session.close();
          return outcome;
        },
      },
    }));
    const host = await world.hostWith({ providers: [provider] });
    await host.runTodo(mainTodo, providerId);
    await endsWell(world);
  });

  const stuck: { because: string; close: ProviderSession['close'] }[] = [
    { because: 'its close throws', close: () => Promise.reject(new Broken()) },
    {
      because: 'its close throws at once',
      close: () => {
        throw new Broken();
      },
    },
    { because: 'its close never comes back', close: () => new Promise(() => undefined) },
  ];

  it.each(stuck)('or will not: $because', async ({ close }) => {
    world = await openWorld();
    const provider = sessionsLike(world.provider, (session) => ({ ...session, close }));
    const host = await world.hostWith({ providers: [provider], limits: { closing: 100 } });
    await begin(world.kernel);
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ todo_state: 'awaiting_gate' });
    expect(world.events).toContainEqual({ kind: 'left-behind', what: 'engine' });
    expect(await world.openPorts()).toBe(0);
    expect(await world.leftInWorkingDirectory()).toEqual([]);
  });

  const hanging = [
    { method: 'fill', publishing: false },
    { method: 'holds', publishing: false },
    { method: 'holds', publishing: true },
    { method: 'press', publishing: true },
  ] as const;

  it.each(hanging)(
    'for longer than it may, in $method (publishing: $publishing)',
    async ({ method, publishing }) => {
      world = await openWorld({ ...shortly, deadline: 2_000 });
      const patient = await world.hostWith({
        providers: [surfaceLike(world.provider, () => ({ [method]: () => new Promise(() => undefined) }))],
      });
      if (publishing) await beginApproved(world.kernel, world.host);
      else await begin(world.kernel);
      await patient.runTodo(mainTodo, providerId);
      expect(world.site.publishWrites).toHaveLength(0);
      expect(await lastAttempt(world.kernel)).toMatchObject({ permit_id: null });
      expect(await todo(world.kernel)).toMatchObject({ state: 'open' });
      await world.close();
      world = await openWorld();
    },
  );

  it('a host that is stopped in the middle leaves nothing half done', async () => {
    world = await openWorld(shortly);
    const stop = new AbortController();
    const hanging = surfaceLike(world.provider, () => ({ fill: () => new Promise(() => undefined) }));
    const host = await world.hostWith({ providers: [hanging], signal: stop.signal });
    await begin(world.kernel);
    const run = host.runTodo(mainTodo, providerId);
    await expect.poll(() => world.site.requests).toBeGreaterThan(1);
    stop.abort();
    expect((await run).kind).toBe('settled');
    expect(await todo(world.kernel)).toMatchObject({ state: 'open' });
    await endsWell(world);
  });
});
