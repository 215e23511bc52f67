import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/guard/system-clock.ts';
import {
  createTimeBox,
  defaultLimits,
  markGuard,
  type StepAction,
  type StepEnvironment,
  step,
} from '../../src/index.ts';
import type { ScriptedGuard } from './support/scripted-guard.ts';
import { scriptedGuard } from './support/scripted-guard.ts';
import { refOf, type ScriptedSurface, scriptedSurface, sign } from './support/scripted-surface.ts';

const tour = {
  id: 'tour',
  match: { role: 'dialog', name: 'Welcome' },
  dismiss: { role: 'button', name: 'Skip' },
} as const;

function environment(surface: ScriptedSurface, guard: ScriptedGuard = scriptedGuard()): StepEnvironment {
  return {
    surface,
    guard,
    rules: {
      start_url: 'https://site.example/entry',
      allowed_origins: ['https://site.example'],
      known_modals: [tour],
      sign_in_walls: [{ path: '/users/{integer}/sign-in' }],
    },
    finalAction: { role: 'button', name: 'Publish', within: { role: 'region', name: 'Ready?' } },
    box: createTimeBox(systemClock, 10_000, null),
    limits: { ...defaultLimits, target: 50, awaited: 50, write: 50, poll: 5, dismissals: 3 },
    readFile: async () => null,
    dismissals: new Map(),
    lateAnswers: { held: false },
    lastAct: { mark: markGuard(guard.record()) },
  };
}

const pressSave: StepAction = { kind: 'press', target: { role: 'button', name: 'Save draft' } };

interface Row {
  readonly situation: string;
  readonly because: string;
  readonly page: Parameters<typeof scriptedSurface>[0];
  readonly code: string | null;
}

const rows: readonly Row[] = [
  { situation: 'everything is there', because: 'it is pressed', page: {}, code: null },
  {
    situation: 'no target',
    because: 'there is nothing to press',
    page: { resolve: async () => ({ kind: 'missing' }) },
    code: 'target_missing',
  },
  {
    situation: 'two targets',
    because: 'nobody chooses',
    page: { resolve: async () => ({ kind: 'ambiguous', count: 2 }) },
    code: 'target_ambiguous',
  },
  {
    situation: 'a lookalike',
    because: 'it is not the target',
    page: { resolve: async () => ({ kind: 'lookalike' }) },
    code: 'lookalike_target',
  },
  {
    situation: 'a cover',
    because: 'another element would get the pointer',
    page: {
      readiness: async () => ({ kind: 'covered' }),
      resolve: async (target) =>
        target.role === 'button'
          ? { kind: 'found', element: { ref: 'e1', role: 'button', name: target.name } }
          : { kind: 'missing' },
    },
    code: 'overlay',
  },
  {
    situation: 'a disabled target',
    because: 'it cannot be pressed',
    page: { readiness: async () => ({ kind: 'disabled' }) },
    code: 'target_missing',
  },
  {
    situation: 'a moving target',
    because: 'it may be elsewhere by then',
    page: { readiness: async () => ({ kind: 'moving' }) },
    code: 'target_stale',
  },
  {
    situation: 'a foreign origin',
    because: 'the page has left what was allowed',
    page: { location: async () => ({ origin: 'https://other.example', path: '/' }) },
    code: 'foreign_origin',
  },
  {
    situation: 'a target in a frame of a foreign origin',
    because: 'the plan allows the page, and not who is framed in it',
    page: {
      resolve: async (target) => ({
        kind: 'found',
        element: { ref: 'e1', role: target.role, name: target.name, origin: 'https://ads.example' },
      }),
    },
    code: 'foreign_origin',
  },
  {
    situation: 'a target in a frame without an origin',
    because: 'nobody can say whose it is',
    page: {
      resolve: async (target) => ({
        kind: 'found',
        element: { ref: 'e1', role: target.role, name: target.name, origin: '' },
      }),
    },
    code: 'foreign_origin',
  },
  {
    situation: 'a known modal whose control is in a frame of a foreign origin',
    because: 'no plan may have it pressed',
    page: {
      stopSigns: async () => [sign({ name: 'Welcome' })],
      resolve: async (target) => ({
        kind: 'found',
        element: { ref: 'e1', role: target.role, name: target.name, origin: 'https://ads.example' },
      }),
    },
    code: 'modal',
  },
  {
    situation: 'a sign-in wall',
    because: 'its path is in the plan',
    page: { location: async () => ({ origin: 'https://site.example', path: '/users/12/sign-in' }) },
    code: 'login',
  },
  {
    situation: 'no target at all',
    because: 'its tab is closed',
    page: { location: async () => null },
    code: 'target_lost',
  },
  {
    situation: 'a captcha',
    because: 'it is not ours to solve',
    page: { stopSigns: async () => [sign({ code: 'captcha' })] },
    code: 'captcha',
  },
  {
    situation: 'a captcha named like the known modal',
    because: 'no plan may have it put away',
    page: { stopSigns: async () => [sign({ code: 'captcha', name: 'Welcome' })] },
    code: 'captcha',
  },
  {
    situation: 'an unknown modal',
    because: 'the plan does not list it',
    page: { stopSigns: async () => [sign({})] },
    code: 'modal',
  },
];

describe('step', () => {
  it.each(rows)('$situation → $code, because $because', async ({ page, code }) => {
    const surface = scriptedSurface(page);
    const done = await step(environment(surface), pressSave);
    expect(done.blocker?.code ?? null).toBe(code);
    expect(surface.touched).toEqual(code === null ? ['press Save draft'] : []);
  });

  it('waits for a target that is still being drawn, and touches it once', async () => {
    let looks = 0;
    const surface = scriptedSurface({
      readiness: async () => {
        looks += 1;
        return { kind: looks < 3 ? 'moving' : 'ready' };
      },
    });
    const patient = environment(surface);
    const limits = { ...patient.limits, target: 9_000 };
    const done = await step({ ...patient, limits }, pressSave);
    expect(done.outcome).toBe('done');
    expect(surface.touched).toEqual(['press Save draft']);
  });

  it('puts a known modal away as often as it comes back, within its bound', async () => {
    let shown = true;
    let comesBack = 0;
    const surface = scriptedSurface({
      stopSigns: async () => (shown ? [sign({ name: 'Welcome' })] : []),
      resolve: async (target) => {
        if (target.role !== 'dialog') return { kind: 'found', element: refOf(target) };
        const gone = !shown;
        if (gone && comesBack > 0) {
          comesBack -= 1;
          shown = true;
        }
        return gone
          ? { kind: 'missing' }
          : { kind: 'found', element: { ref: 'd', role: 'dialog', name: 'Welcome' } };
      },
      press: async (element) => {
        surface.touched.push(`press ${element.name}`);
        shown = false;
        return { kind: 'done' };
      },
    });
    comesBack = 2;
    expect((await step(environment(surface), pressSave)).outcome).toBe('done');
    expect(surface.touched.filter((call) => call === 'press Skip')).toHaveLength(3);

    shown = true;
    comesBack = Number.POSITIVE_INFINITY;
    surface.touched.length = 0;
    expect((await step(environment(surface), pressSave)).blocker?.code).toBe('modal');
    expect(surface.touched).toEqual(['press Skip', 'press Skip', 'press Skip']);
  });

  it('does not press again when the outcome of a press is unknown', async () => {
    let presses = 0;
    const surface = scriptedSurface({
      press: async () => {
        presses += 1;
        return { kind: 'outcome_unknown' };
      },
    });
    expect(await step(environment(surface), pressSave)).toMatchObject({
      outcome: 'outcome_unknown',
      blocker: null,
    });
    expect(presses).toBe(1);
  });

  it('lets a sign explain why a field refused its text', async () => {
    let shown = false;
    const surface = scriptedSurface({
      fill: async () => {
        shown = true;
        return { kind: 'refused', readiness: { kind: 'covered' } };
      },
      stopSigns: async () => (shown ? [sign({ code: 'native_dialog', dialogKind: 'confirm' })] : []),
    });
    const done = await step(environment(surface), {
      kind: 'fill',
      target: { role: 'textbox', name: 'Title' },
      value: 'x',
    });
    expect(done.blocker).toMatchObject({ code: 'native_dialog', dialogKind: 'confirm' });
  });
});

describe('the final action', () => {
  const press = (name: string): StepAction => ({ kind: 'press', target: { role: 'button', name } });
  const publish = { ref: 'e7', role: 'button', name: 'Publish' } as const;

  it.each([
    { because: 'it is named without its container', action: press('Publish') },
    {
      because: 'it goes by another role',
      action: { kind: 'check', target: { role: 'switch', name: 'Live' }, checked: true },
    },
    {
      because: 'it is an option',
      action: { kind: 'select', target: { role: 'combobox', name: 'State' }, option: 'Live' },
    },
  ] as const satisfies readonly { because: string; action: StepAction }[])(
    'is not pressed by a step, though $because',
    async ({ action }) => {
      const surface = scriptedSurface({ resolve: async () => ({ kind: 'found', element: publish }) });
      const done = await step(environment(surface), action);
      expect(done).toMatchObject({ outcome: 'stopped', blocker: { code: 'gate_missing' } });
      expect(surface.touched).toEqual([]);
    },
  );

  it('is not pressed through an element that lies in it, or around it', async () => {
    const surface = scriptedSurface({ overlaps: async () => true });
    expect((await step(environment(surface), pressSave)).blocker?.code).toBe('gate_missing');
    expect(surface.touched).toEqual([]);
  });

  it('is not pressed when only a container tells it from another of its name', async () => {
    const surface = scriptedSurface({
      resolve: async (target) =>
        target.within === undefined ? { kind: 'found', element: publish } : { kind: 'ambiguous', count: 2 },
    });
    expect((await step(environment(surface), press('Publish'))).blocker?.code).toBe('gate_missing');
    expect(surface.touched).toEqual([]);
  });

  it('is not pressed to put a known modal away', async () => {
    const surface = scriptedSurface({
      stopSigns: async () => [sign({ name: 'Welcome' })],
      resolve: async () => ({ kind: 'found', element: publish }),
    });
    expect((await step(environment(surface), pressSave)).blocker?.code).toBe('gate_missing');
    expect(surface.touched).toEqual([]);
  });

  it('that is not on the page yet stands in nobody’s way', async () => {
    const surface = scriptedSurface({
      resolve: async (target) =>
        target.name === 'Publish'
          ? { kind: 'missing' }
          : { kind: 'found', element: { ...publish, ref: 'e1', name: target.name } },
    });
    expect((await step(environment(surface), pressSave)).outcome).toBe('done');
  });
});

describe('await_write', () => {
  const awaitSave: StepAction = { kind: 'await_write', rule: 'save' };

  it('goes on once a write of the rule has left since the last act', async () => {
    const guard = scriptedGuard();
    const surface = scriptedSurface({
      press: async () => {
        guard.send('save');
        return { kind: 'done' };
      },
    });
    const at = environment(surface, guard);
    await step(at, pressSave);
    expect((await step(at, awaitSave)).outcome).toBe('done');
  });

  it.each([
    { situation: 'nothing left', code: 'value_not_held', prepare: () => {}, signs: [] },
    {
      situation: 'it was blocked',
      code: 'write_blocked',
      prepare: (guard: ScriptedGuard) => guard.block(),
      signs: [],
    },
    { situation: 'a modal came up instead', code: 'modal', prepare: () => {}, signs: [sign({})] },
  ])('stops when $situation ($code), and does not count earlier writes', async ({ code, prepare, signs }) => {
    const guard = scriptedGuard();
    let pressed = false;
    const surface = scriptedSurface({ stopSigns: async () => (pressed ? signs : []) });
    const at = environment(surface, guard);
    await step(at, pressSave);
    prepare(guard);
    pressed = true;
    expect((await step(at, awaitSave)).blocker?.code).toBe(code);
  });

  it('does not take a write from before the last act for the awaited one', async () => {
    const guard = scriptedGuard();
    const at = environment(scriptedSurface(), guard);
    guard.send('save');
    await step(at, pressSave);
    expect((await step(at, awaitSave)).blocker?.code).toBe('value_not_held');
  });
});
