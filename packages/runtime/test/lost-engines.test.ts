import { observationSchema } from '@cux/contracts';
import { type CapturedEvidence, ProviderFault, type Surface } from '@cux/provider-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { Broken } from './support/breaking.ts';
import { people, workspace } from './support/people.ts';
import { accepted, command } from './support/story.ts';
import { registerSdk } from './support/telemetry-sdk.ts';

let world: AgentWorld;
afterEach(() => world.close());

const lifecycle = async () => (await world.kernel.computer(workspace, world.computer_id))?.lifecycle;

const gone = async (): Promise<never> => {
  throw new ProviderFault('engine_gone', 'The engine has ended; open a new session.');
};

/** A surface of which one method fails from a moment on; that of the next session is whole again. */
async function failing(method: keyof Surface, fails: () => Promise<unknown> = gone): Promise<() => void> {
  let breaks = (): void => undefined;
  world = await AgentWorld.open({
    change: (surface) => {
      let broken = false;
      breaks = () => {
        broken = true;
      };
      return {
        [method]: (...given: unknown[]) =>
          broken ? fails() : (surface[method] as (...all: unknown[]) => unknown)(...given),
      };
    },
  });
  return () => breaks();
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

/** Something that speaks with a placement, and what it first asks of the engine. */
interface Path {
  readonly because: string;
  readonly asks: keyof Surface;
  /** Before the engine goes away. */
  readonly first?: () => Promise<unknown>;
  readonly asked: () => Promise<unknown>;
  /** What that answers; null for a refusal with the word of the fault. */
  readonly answers: object | string | null;
}

const editor = people.editor;
const control_epoch = 0;
const hands = { person: editor, start_url: null, allowed_origins: [], human_rules: [] } as const;
const takeOver = () => world.host.takeOver({ ...world.address(), control_epoch, ...hands });
const observing = (mode: 'accessibility_tree' | 'screenshot') =>
  world.host.observe({ ...world.address(), modes: [mode], nodes: 10, bytes: 512 });
const begun = async () => {
  await world.begin();
  await world.observe();
};
const failed = { kind: 'settled', because: expect.any(String) };

const paths: readonly Path[] = [
  ...(['location', 'observe', 'targets'] as const).map((asks) => ({
    because: `an observation (${asks})`,
    asks,
    asked: () => observing('accessibility_tree'),
    answers: null,
  })),
  {
    because: 'a picture of the Screen',
    asks: 'capture',
    asked: () => observing('screenshot'),
    answers: null,
  },
  {
    because: 'an observation under an attempt, which ends with it',
    asks: 'observe',
    first: begun,
    asked: () => observing('accessibility_tree'),
    answers: null,
  },
  ...(['lookup', 'stopSigns'] as const).map((asks) => ({
    because: `an action, before anything was sent (${asks})`,
    asks,
    first: begun,
    asked: () => world.send(world.click('Rename')),
    answers: { kind: 'stopped', rule: 'lifecycle_failure' },
  })),
  {
    because: 'an action, while it is sent',
    asks: 'press',
    first: begun,
    asked: () => world.send(world.click('Rename')),
    answers: { kind: 'outcome_unknown' },
  },
  {
    because: 'a beginning',
    asks: 'open',
    asked: () => world.begin().catch(String),
    answers: 'Error: begin.',
  },
  {
    because: 'a beginning on the page that is shown',
    asks: 'stopSigns',
    first: async () => {
      await world.begin();
      await world.host.end(world.session_id);
    },
    asked: () => world.begin(undefined, 'here').catch(String),
    answers: 'Error: begin.',
  },
  {
    because: 'the end of an attempt',
    asks: 'capture',
    first: begun,
    asked: () => world.host.end(world.session_id),
    answers: failed,
  },
  { because: 'a takeover', asks: 'takeover', asked: takeOver, answers: null },
  {
    because: 'a takeover that begins elsewhere',
    asks: 'open',
    asked: () =>
      world.host.takeOver({ ...world.address(), control_epoch, ...hands, start_url: world.site.origin }),
    answers: null,
  },
  {
    because: 'a recovery that looks after it',
    asks: 'targets',
    asked: () => world.host.recover(),
    answers: [expect.stringContaining('had lost its engine')],
  },
  {
    because: 'its release',
    asks: 'observe',
    asked: () => world.host.release(world.computer_id),
    answers: { kind: 'settled', value: { lifecycle: 'sleeping' } },
  },
];

describe('an engine that has gone, whoever finds out', () => {
  const faults: readonly { says: string; fails: () => Promise<unknown>; rule: string }[] = [
    { says: 'that it has gone', fails: gone, rule: 'provider.engine_gone' },
    { says: 'what is no answer', fails: async () => 'gone', rule: 'provider.answer_wrong_shape' },
  ];
  describe.each(faults)('and says $says', ({ rule, fails }) => {
    it.each(paths)('$because: nothing is under way, and the Computer may be woken again', async (path) => {
      const breaks = await failing(path.asks, fails);
      await path.first?.();
      breaks();
      const answer = await path.asked();
      if (typeof path.answers === 'string') expect(answer).toContain(path.answers);
      else expect(answer).toMatchObject(path.answers ?? { kind: 'refused', rule });
      expect(await lifecycle()).toBe('sleeping');
      expect((await world.kernel.session(workspace, world.session_id))?.attempt_id).toBeNull();
      const unfinished = ['admitted', 'running', 'prepared', 'committed'] as const;
      expect(await world.kernel.attempts(workspace, { states: unfinished })).toEqual([]);
      await world.wake();
      await world.observe();
      expect(world.published()).toBe(0);
    });
  });

  it('while a person has it: it is given up when they hand it back', async () => {
    world = await AgentWorld.open({
      change: (surface) => ({ takeover: async () => ({ ...(await surface.takeover()), location: gone }) }),
    });
    const taken = await takeOver();
    if (taken.kind === 'refused') throw new Error(taken.rule);
    const theirs = taken.value.open(editor);
    if (theirs.kind === 'refused') throw new Error(theirs.rule);
    await expect(theirs.value.location()).rejects.toMatchObject({ code: 'engine_gone' });
    expect(await lifecycle(), 'it is theirs until they say so').toBe('awake');
    await taken.value.handBack();
    expect(await lifecycle()).toBe('sleeping');
    await world.wake();
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

describe('a beginning after a lease that has ended', () => {
  it('closes what was under way before it: nothing more is done or told in its name', async () => {
    const sdk = registerSdk();
    try {
      world = await AgentWorld.open();
      const older = await world.begin();
      await world.observe();
      world.clock.advance(700_000);
      expect(await world.recoverAttempts()).not.toEqual([]);
      expect(await world.kernel.attempt(workspace, older)).toMatchObject({ state: 'abandoned' });
      const younger = await world.begin();
      expect(younger).not.toBe(older);
      const ended = (await sdk.exported()).spans.filter(({ name }) => name === 'carry attempt');
      expect(ended.map(({ attributes }) => attributes['cux.attempt.id'])).toEqual([older]);
      expect(await world.type('Hello')).toMatchObject({ kind: 'performed', attempt_id: younger });
      expect(await world.kernel.attempt(workspace, older)).toMatchObject({ state: 'abandoned' });
      expect(await world.host.end(world.session_id)).toMatchObject({ attempt_id: younger });
    } finally {
      await sdk.unregister();
    }
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
      // By the kernel's own time, which goes on where the wall clock of this world stands.
      const lease = (attempt?.lease_until ?? Number.POSITIVE_INFINITY) - (await world.kernel.now(workspace));
      taken.push({ actions: reserved?.actions, short: lease <= 60_000 });
    };
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ kind: 'performed' });
    expect(taken).toEqual([{ actions: 1, short: true }]);
  });
});

describe('an observation', () => {
  it('names fifty targets at most, the active one first', async () => {
    const labels = Array.from({ length: 60 }, (_, place) => `t${place + 1}`);
    world = await AgentWorld.open({ change: () => ({ targets: async () => labels }) });
    await world.observe();
    expect(observationSchema.parse(world.observed)).toMatchObject({ targets: labels.slice(0, 50) });
  });

  it('of more than was asked for is none', async () => {
    const tree = 'button "Publish" [ref=e1]\n'.repeat(100);
    world = await AgentWorld.open({
      change: () => ({ observe: async () => ({ tree, truncated: false, generation: 1 }) }),
    });
    expect(await observing('accessibility_tree')).toMatchObject({ rule: 'provider.answer_wrong_shape' });
  });

  const picture = {
    evidenceClass: 'screenshot',
    bytes: new Uint8Array([1]),
    mediaType: 'image/png',
    redacted: true,
  } as const;

  it.each<{ because: string; captured: CapturedEvidence }>([
    { because: 'it is of another class', captured: { ...picture, evidenceClass: 'trace' } },
    { because: 'it is no picture', captured: { ...picture, mediaType: 'application/zip' } },
    { because: 'nothing is in it', captured: { ...picture, bytes: new Uint8Array() } },
    {
      because: 'it is larger than what the vault takes',
      captured: { ...picture, bytes: new Uint8Array(67_108_865) },
    },
  ])('has no picture where $because', async ({ captured }) => {
    world = await AgentWorld.open({ change: () => ({ capture: async () => captured }) });
    expect(await observing('screenshot')).toMatchObject({ kind: 'settled', value: { screenshot: null } });
  });
});
