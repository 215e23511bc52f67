import { describe, expect, it } from 'vitest';
import { boundSurface } from '../src/driver/bounded-surface.ts';
import { Interruption } from '../src/driver/interruption.ts';
import { createTimeBox } from '../src/driver/time-box.ts';
import {
  type Provider,
  ProviderFault,
  type ProviderSession,
  readProvider,
  readSession,
  readSurface,
  type Surface,
  type Takeover,
} from '../src/index.ts';
import { surfaceAnswers } from '../src/surface/answer-schemas.ts';

/** As it stands in a request of somebody who is signed in. */
const secret = ['Cookie: session=', '9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c'].join('');

type Call = (...given: unknown[]) => Promise<unknown>;

/** What a call may do that is no answer of any method. */
const nonsense: { readonly because: string; readonly call: () => unknown }[] = [
  { because: 'undefined', call: () => undefined },
  { because: 'a number that is none', call: () => Number.NaN },
  { because: 'a symbol', call: () => Symbol('answer') },
  { because: 'an object without anything', call: () => ({}) },
  { because: 'an array of what is in none', call: () => [1] },
  { because: 'a kind that is none', call: () => ({ kind: 'perhaps' }) },
  { because: 'throws undefined', call: thrown(undefined) },
  { because: 'throws null', call: thrown(null) },
  { because: 'throws a string', call: thrown('no') },
  { because: 'rejects with a string', call: () => Promise.reject('no') },
  { because: 'rejects with nothing', call: () => Promise.reject() },
  { because: 'throws what throws when it is looked at', call: thrown(hostile()) },
  { because: 'answers what throws when it is looked at', call: hostile },
  {
    because: 'answers a promise that throws when it is waited for',
    call: () => Object.defineProperty({}, 'then', { get: thrown(undefined) }),
  },
];

function thrown(what: unknown): () => never {
  return () => {
    throw what;
  };
}

function hostile(): object {
  const throws = thrown('looked at');
  return new Proxy(new Error('hostile'), { get: throws, getPrototypeOf: throws, has: throws });
}

/** A surface of which every call does the same. */
function surfaceOf(call: () => unknown): Surface {
  const names = [...Object.keys(surfaceAnswers), 'takeover', 'unexpectedTargetOpened'];
  return Object.fromEntries(names.map((name) => [name, call])) as unknown as Surface;
}

/** All but the one that is asked for nothing, of which any answer is one. */
const methods = [...Object.keys(surfaceAnswers), 'takeover'].filter((name) => name !== 'holdLateAnswers');

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => ({ answered: value }),
    (fault: unknown) => fault,
  );
}

describe.each(nonsense)('a provider whose call is: $because', ({ call }) => {
  it.each(methods)('%s comes out as a ProviderFault, and is told', async (name) => {
    const noted: ProviderFault[] = [];
    const surface = readSurface(surfaceOf(call), (fault) => noted.push(fault));
    const fault = await failure((surface[name as keyof Surface] as Call)());
    expect(ProviderFault.isInstance(fault), name).toBe(true);
    expect(noted).toEqual([fault]);
  });

  it.each(methods)('%s ends a driver in an Interruption', async (name) => {
    const box = createTimeBox({ now: () => 0 }, 60_000, null);
    const surface = boundSurface(surfaceOf(call), box);
    const fault = await failure((surface[name as keyof Surface] as Call)());
    box.end();
    expect(Interruption.isInstance(fault), name).toBe(true);
  });

  it('may have opened a target, as far as anybody can say', () => {
    expect(readSurface(surfaceOf(call)).unexpectedTargetOpened()).toBe(true);
  });

  it('is no session, no profile, no doctor', async () => {
    const session = { surface: surfaceOf(call) } as unknown as ProviderSession;
    for (const name of ['geometry', 'exportStoredSession']) Object.assign(session, { [name]: call });
    const noted: ProviderFault[] = [];
    const read = readSession(session, (fault) => noted.push(fault));
    expect(read.sessionReference).toBe('');
    expect(ProviderFault.isInstance(await failure(read.geometry()))).toBe(true);
    expect(ProviderFault.isInstance(await failure(read.exportStoredSession()))).toBe(true);
    expect(noted).toHaveLength(2);
    const provider = { providerId: 'p', profile: call, doctor: call, openSession: call };
    const own = readProvider(provider as unknown as Provider);
    expect(() => own.profile()).toThrow(ProviderFault);
    expect(ProviderFault.isInstance(await failure(own.doctor()))).toBe(true);
  });

  it('is nothing that a person takes over', async () => {
    const taken = Object.fromEntries(
      ['type', 'press', 'screenshot', 'location'].map((name) => [name, call]),
    ) as unknown as Takeover;
    const whole = { ...surfaceOf(call), takeover: async () => ({ ...taken, live: null }) };
    const takeover = await readSurface(whole as unknown as Surface).takeover();
    for (const name of ['type', 'press', 'screenshot', 'location'] as const) {
      expect(ProviderFault.isInstance(await failure((takeover[name] as Call)())), name).toBe(true);
    }
  });
});

describe('a session that is read', () => {
  const element = { ref: 'e1', role: 'button', name: 'Publish' } as const;

  it('answers what it was answered, and nothing besides', async () => {
    const surface = readSurface({
      ...surfaceOf(() => undefined),
      resolve: async () => ({ kind: 'found', element: { ...element, secret: 'x' } }),
      press: async () => ({ kind: 'refused', readiness: { kind: 'stale' } }),
      location: async () => null,
      targets: async () => ['t1'],
      unexpectedTargetOpened: () => false,
    });
    expect(await surface.resolve({ role: 'button', name: 'Publish' })).toEqual({ kind: 'found', element });
    expect(await surface.press(element, 1)).toEqual({ kind: 'refused', readiness: { kind: 'stale' } });
    expect(await surface.location()).toBeNull();
    expect(await surface.targets()).toEqual(['t1']);
    expect(surface.unexpectedTargetOpened()).toBe(false);
    expect(readSurface(surface), 'twice is once').toBe(surface);
  });

  it('keeps the word of a fault that has one', async () => {
    const own = new ProviderFault('guard_unreachable', 'The guard cannot be reached.');
    const surface = readSurface(surfaceOf(thrown(own)));
    const { code, message } = own;
    expect(await failure(surface.location())).toMatchObject({ code, message, cause: own });
  });

  it.each<[string, object]>([
    ['a code that is none', { code: 'CANARY of a page' }],
    ['a code that is an object', { code: { toString: () => 'CANARY' } }],
    ['a message that is none', { message: { toString: () => 'CANARY' } }],
    ['a secret in its message', { message: `Signing in failed with ${secret}.` }],
    ['more to say than a sentence', { message: `${'long '.repeat(300)} CANARY` }],
  ])('tells nothing of a fault with %s', async (_what, changes) => {
    const own = Object.defineProperties(
      new ProviderFault('guard_unreachable', 'The guard cannot be reached.'),
      Object.getOwnPropertyDescriptors(changes),
    );
    const fault = (await failure(readSurface(surfaceOf(thrown(own))).location())) as ProviderFault;
    expect(['engine_gone', 'guard_unreachable']).toContain(fault.code);
    expect(fault.message.length).toBeLessThanOrEqual(1_000);
    expect(fault.message).not.toMatch(/CANARY|9f8a7b6c/);
  });

  it('tells a fault as it was when it was thrown', async () => {
    let asked = 0;
    const own = Object.defineProperty(new ProviderFault('engine_gone', 'It is gone.'), 'code', {
      get: () => {
        asked += 1;
        return asked > 1 ? 'CANARY' : 'guard_unreachable';
      },
    });
    const fault = (await failure(readSurface(surfaceOf(thrown(own))).location())) as ProviderFault;
    expect([fault.code, fault.code, fault.code]).toEqual(Array(3).fill('guard_unreachable'));
  });

  it('shows the lines of a doctor without what is secret', async () => {
    const line = { check: 'sign-in', ok: false, message: `Sign in again: the site was sent ${secret}` };
    const doctor = async () => [line];
    const [told] = await readProvider({ providerId: 'p', doctor } as unknown as Provider).doctor();
    expect(told?.message).toMatch(/^Sign in again: the site was sent /);
    expect(told?.message).not.toContain('9f8a7b6c');
  });

  it.each<[string, object]>([
    ['throws for its id', Object.defineProperty({}, 'providerId', { get: thrown('no') })],
    ['has none', {}],
    ['promises what no retention is', { providerId: 'p', zeroRetention: 'everything' }],
  ])('has no provider that %s', (_what, provider) => {
    expect(() => readProvider(provider as Provider)).toThrow(ProviderFault);
  });

  it('has every call fail where it has no surface, and hangs no longer than its box', async () => {
    const read = readSession({} as unknown as ProviderSession);
    expect(ProviderFault.isInstance(await failure(read.surface.location()))).toBe(true);
    const box = createTimeBox({ now: () => 0 }, 5, null);
    const silent = boundSurface(
      surfaceOf(() => new Promise(() => undefined)),
      box,
    );
    const ends = await Promise.all(methods.map((name) => failure((silent[name as keyof Surface] as Call)())));
    box.end();
    for (const end of ends) expect(end).toMatchObject({ code: 'deadline_passed' });
  });

  it('shows a person only frames', async () => {
    let show: (frame: unknown) => void = () => undefined;
    const live = {
      watch: async (onFrame: (frame: unknown) => void) => {
        show = onFrame;
        return async () => undefined;
      },
      input: async () => 'done',
    };
    const takeover = await readSurface({
      ...surfaceOf(() => undefined),
      takeover: async () => ({ live }),
    } as unknown as Surface).takeover();
    const shown: unknown[] = [];
    const stop = await takeover.live?.watch((frame) => shown.push(frame));
    const frame = {
      bytes: new Uint8Array(1),
      mediaType: 'image/png',
      target: 't1',
      targets: [],
      dialog: null,
    };
    for (const each of [null, {}, hostile(), { ...frame, mediaType: 'text/html' }, frame]) show(each);
    expect(shown).toEqual([frame]);
    const input = takeover.live?.input({ kind: 'text', text: 'a' });
    expect(ProviderFault.isInstance(await failure(input ?? Promise.resolve()))).toBe(true);
    await stop?.();
  });
});

describe('answers without an end', () => {
  const long = 'x'.repeat(4_000_001);
  const endless = Array.from({ length: 10_001 }, () => 't1');
  const sign = { code: 'modal_dialog', role: null, name: null };
  // A list that says that it has no end, whose entries nobody may look at.
  const vast = new Proxy([] as unknown[], {
    get: (list, name) => {
      if (name === 'length') return 4_294_967_295;
      if (name === '0') throw new Error('an entry was looked at');
      return Reflect.get(list, name);
    },
  });

  it.each<[name: keyof typeof surfaceAnswers, answer: unknown]>([
    ['targets', endless],
    ['targets', vast],
    ['targets', ['another tab: Inbox of Olga']],
    ['stopSigns', endless.map(() => sign)],
    ['stopSigns', vast],
    ['stopSigns', [{ ...sign, name: long }]],
    ['observe', { tree: long, truncated: false, generation: 1 }],
    ['resolve', { kind: 'found', element: { ref: 'e1', role: 'button', name: long } }],
    ['location', { origin: 'https://site.example'.padEnd(301, 'x'), path: '/' }],
    ['readJson', long],
    ['capture', { evidenceClass: 'screenshot', bytes: new Uint8Array(1), mediaType: long, redacted: true }],
  ])('of %s are none', async (name, answer) => {
    const surface = readSurface(surfaceOf(async () => answer));
    const fault = await failure((surface[name] as Call)());
    expect(fault).toMatchObject({ code: 'answer_wrong_shape' });
  });

  it('of a doctor are none', async () => {
    const provider = { providerId: 'p', doctor: async () => vast };
    const fault = await failure(readProvider(provider as unknown as Provider).doctor());
    expect(fault).toMatchObject({ code: 'answer_wrong_shape' });
  });
});
