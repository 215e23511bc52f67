import { describe, expect, test } from 'vitest';
import type { Lookup, ReferenceAction, Surface } from '../../src/index.ts';
import { createTimeBox, defaultLimits, markGuard, stepOnReference } from '../../src/index.ts';
import { ShownReferences } from '../../src/process/shown-references.ts';
import { scriptedGuard } from './support/scripted-guard.ts';
import { refOf, scriptedSurface, sign } from './support/scripted-surface.ts';

const save = { ...refOf({ role: 'button', name: 'Save' }), ref: 'e3' };
const found: Lookup = { kind: 'found', element: save };

async function run(action: ReferenceAction, overrides: Partial<Surface>, finalAction = false) {
  const surface = scriptedSurface({ lookup: async () => found, ...overrides });
  const guard = scriptedGuard();
  const box = createTimeBox({ now: () => 0 }, 60_000, null);
  const step = await stepOnReference(
    {
      surface,
      guard,
      rules: {
        start_url: 'https://site.example/entry',
        allowed_origins: ['https://site.example'],
        known_modals: [],
        sign_in_walls: [],
      },
      finalAction: finalAction ? { role: 'button', name: 'Save' } : null,
      box,
      limits: defaultLimits,
      readFile: async () => null,
      dismissals: new Map(),
      lateAnswers: { held: false },
      lastAct: { mark: markGuard(guard.record()) },
    },
    action,
  );
  box.end();
  return { code: step.blocker?.code ?? null, outcome: step.outcome, touched: surface.touched };
}

const press: ReferenceAction = { kind: 'press', ref: 'e3' };

describe('a step on a reference', () => {
  test.each<[ReferenceAction, string]>([
    [press, 'press Save'],
    [{ kind: 'fill', ref: 'e3', value: 'x' }, 'fill Save'],
    [{ kind: 'select', ref: 'e3', option: 'x' }, 'select Save'],
    [{ kind: 'check', ref: 'e3', checked: true }, 'check Save'],
  ])('acts once on what was shown: $kind', async (action, touched) => {
    expect(await run(action, {})).toEqual({ code: null, outcome: 'done', touched: [touched] });
  });

  test.each<[string, Partial<Surface>, string]>([
    ['its document has gone', { lookup: async () => ({ kind: 'stale' }) }, 'target_stale'],
    ['nobody has shown it', { lookup: async () => ({ kind: 'unknown' }) }, 'target_stale'],
    [
      'it is in a frame of an origin that is not allowed',
      { lookup: async () => ({ kind: 'found', element: { ...save, origin: 'https://ads.example' } }) },
      'foreign_origin',
    ],
    ['a modal is in the way', { stopSigns: async () => [sign({})] }, 'modal'],
    [
      'another page is shown',
      { location: async () => ({ origin: 'https://else.example', path: '/' }) },
      'foreign_origin',
    ],
  ])('touches nothing when %s', async (_because, overrides, code) => {
    expect(await run(press, overrides)).toEqual({ code, outcome: 'stopped', touched: [] });
  });

  test('resolves nothing in the place of one that is refused', async () => {
    const refusing = { press: async () => ({ kind: 'refused', readiness: { kind: 'stale' } }) as const };
    expect(await run(press, refusing)).toEqual({ code: 'target_stale', outcome: 'stopped', touched: [] });
  });

  test('does not press what waits for an approval', async () => {
    const same = { resolve: async () => ({ kind: 'found', element: save }) as const };
    expect(await run(press, same, true)).toEqual({ code: 'gate_missing', outcome: 'stopped', touched: [] });
  });
});

test('what a provider in another process has shown is remembered as it was shown', () => {
  const shown = new ShownReferences();
  shown.remember('heading "Entry" [ref=e1]\n  button "Say \\"hi\\" [ref=e9]" [ref=e2]\nnot a line');
  expect(shown.lookUp('e1')).toMatchObject({ kind: 'found', element: { role: 'heading', name: 'Entry' } });
  expect(shown.lookUp('e2')).toMatchObject({ kind: 'found', element: { ref: 'e2', role: 'button' } });
  expect(shown.lookUp('e9')).toEqual({ kind: 'unknown' });
});
