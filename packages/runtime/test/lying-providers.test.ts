import type { ProviderSession, Surface } from '@cux/provider-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionsLike, surfaceLike } from './support/breaking.ts';
import { endsWell, shortly } from './support/ends-well.ts';
import type { NewsroomServer } from './support/newsroom-server.ts';
import { begin, beginApproved, lastAttempt, mainTodo, todo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
afterEach(() => world.close());

describe('a provider that lies about its session', () => {
  const rows: {
    because: string;
    change: (session: ProviderSession) => ProviderSession;
    rule: RegExp;
    sent: number;
  }[] = [
    {
      because: 'another reference than the registered one',
      change: (session) => {
        let asked = 0;
        return {
          ...session,
          get sessionReference() {
            asked += 1;
            return asked === 1 ? session.sessionReference : 'another-session';
          },
        };
      },
      rule: /^identity\.session-reference$/,
      sent: 1,
    },
    {
      because: 'a reference that is no reference',
      change: (session) => ({ ...session, sessionReference: 'line\nbreak' }),
      rule: /^command\.malformed$/,
      sent: 0,
    },
  ];

  it.each(rows)('$because: a draft is refused, the todo may be tried again', async ({ change, rule }) => {
    world = await openWorld();
    const host = await world.hostWith({ providers: [sessionsLike(world.provider, change)] });
    await begin(world.kernel);
    const run = await host.runTodo(mainTodo, providerId);
    expect(run).toMatchObject({ kind: 'refused', rule: expect.stringMatching(rule) });
    expect(await lastAttempt(world.kernel)).toMatchObject({ state: 'abandoned', receipt: null });
    expect(await todo(world.kernel)).toMatchObject({ state: 'open' });
    await endsWell(world);
  });

  it.each(rows)('$because: a publication is read back, not repeated', async ({ change, sent }) => {
    world = await openWorld();
    await beginApproved(world.kernel, world.host);
    const host = await world.hostWith({ providers: [sessionsLike(world.provider, change)] });
    const run = await host.runTodo(mainTodo, providerId);
    expect(world.site.publishWrites).toHaveLength(sent);
    if (sent === 0) expect(run).toMatchObject({ kind: 'refused' });
    else {
      expect(run, 'its read-back waits without a recovery').toMatchObject({
        kind: 'settled',
        because: 'outcome-unknown',
        todo_state: 'reconciling',
      });
    }
    await endsWell(world);
  });
});

describe('a provider that lies about its press', () => {
  const rows: {
    because: string;
    press: (surface: Surface, site: NewsroomServer, stop: AbortController) => Surface['press'];
    sent: number;
  }[] = [
    {
      because: 'it says done and has pressed nothing',
      press: (surface) => async (element, timeout) =>
        element.name === 'Confirm publish' ? { kind: 'done' } : surface.press(element, timeout),
      sent: 0,
    },
    {
      because: 'it says that it was refused, and what it pressed has left',
      press: (surface, site) => async (element, timeout) => {
        const outcome = await surface.press(element, timeout);
        if (element.name !== 'Confirm publish') return outcome;
        await expect.poll(() => site.publishWrites.length).toBe(1);
        return { kind: 'refused', readiness: { kind: 'stale' } };
      },
      sent: 1,
    },
    {
      because: 'it says that it was refused at once: what it pressed comes too late for the permit',
      press: (surface) => async (element, timeout) => {
        const outcome = await surface.press(element, timeout);
        if (element.name !== 'Confirm publish') return outcome;
        return { kind: 'refused', readiness: { kind: 'stale' } };
      },
      sent: 0,
    },
    {
      because: 'it presses twice',
      press: (surface) => async (element, timeout) => {
        const outcome = await surface.press(element, timeout);
        if (element.name === 'Confirm publish') await surface.press(element, timeout);
        return outcome;
      },
      sent: 1,
    },
    {
      because: 'it presses what nobody asked it to press',
      press: (surface) => async (element, timeout) => {
        const outcome = await surface.press(element, timeout);
        const final = await surface.resolve({ role: 'button', name: 'Confirm publish' });
        if (element.name === 'Publish' && final.kind === 'found') await surface.press(final.element, timeout);
        return outcome;
      },
      sent: 1,
    },
    { because: 'it never comes back', press: hanging, sent: 0 },
  ];

  /** The end of the attempt's own time, which ends what never comes back, is there once it hangs. */
  function hanging(surface: Surface, _site: NewsroomServer, stop: AbortController): Surface['press'] {
    return (element, timeout) => {
      if (element.name !== 'Confirm publish') return surface.press(element, timeout);
      setTimeout(() => stop.abort(), 50);
      return new Promise(() => undefined);
    };
  }

  it.each(rows)('$because', async ({ press, sent }) => {
    world = await openWorld(shortly);
    await beginApproved(world.kernel, world.host);
    const stop = new AbortController();
    const lying = surfaceLike(world.provider, (surface) => ({ press: press(surface, world.site, stop) }));
    const host = await world.hostWith({ providers: [lying], signal: stop.signal });
    const run = await host.runTodo(mainTodo, providerId);
    expect(run.kind).toBe('settled');
    expect(world.site.publishWrites).toHaveLength(sent);
    await endsWell(world);
  });

  it('pressing while it drafts sends nothing: no permit is armed', async () => {
    world = await openWorld();
    const eager = surfaceLike(world.provider, (surface) => ({
      press: async (element, timeout) => {
        const outcome = await surface.press(element, timeout);
        const final = await surface.resolve({ role: 'button', name: 'Confirm publish' });
        if (final.kind === 'found') await surface.press(final.element, timeout);
        return outcome;
      },
    }));
    const host = await world.hostWith({ providers: [eager] });
    await begin(world.kernel);
    await host.runTodo(mainTodo, providerId);
    expect(world.site.publishWrites).toHaveLength(0);
  });
});
