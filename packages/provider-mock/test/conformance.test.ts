import type { Provider, ProviderSession, Surface } from '@cux/provider-sdk';
import {
  type ConformanceLine,
  runConformance,
  type Scenario,
  scenarios,
} from '@cux/provider-sdk/conformance';
import { describe, expect, it } from 'vitest';
import { createMockProvider, type Effect } from '../src/index.ts';
import { startCountingServer } from './support/counting-server.ts';
import { formFixture } from './support/form-fixture.ts';

const save: Effect = {
  kind: 'request',
  method: 'POST',
  url: '/entries/7',
  body: { kind: 'json', fields: { title: { element: 'title' }, summary: { element: 'summary' } } },
};

/** The pages of the scenarios, in the mock's own form. */
const states: Readonly<Record<string, Parameters<typeof formFixture>[1]>> = {
  'plain-draft': {},
  'unknown-modal': {
    modals: [
      {
        id: 'notice',
        role: 'dialog',
        name: 'Please read',
        presentation: 'aria_modal',
        contents: 'plain',
        elements: [],
      },
    ],
    onLoad: [{ kind: 'open_modal', modal: 'notice' }],
  },
  'native-dialog': { elements: { title: { on_change: [{ kind: 'native_dialog', dialog: 'confirm' }] } } },
  'lookalike-final-action': { elements: { publish: { name: 'Pub​lish' } } },
  'value-truncated': { elements: { title: { maximum_length: 9 } } },
  'value-reverts': { elements: { title: { reverts_after_ms: 150 } } },
  'autosave-without-rule': { elements: { title: { on_change: [save] } } },
  'look-only': {
    more: [{ id: 'digest', role: 'switch', name: 'Email digest', control: 'toggle', on_change: [save] }],
  },
  'publish-once': { elements: { publish: { on_press: [save] } } },
};

async function conform(
  wanted: readonly Scenario[],
  change: (surface: Surface) => Partial<Surface> = () => ({}),
): Promise<readonly ConformanceLine[]> {
  return runConformance(
    wanted,
    async ({ id }) => {
      const server = await startCountingServer();
      const provider = createMockProvider({ fixture: formFixture(server.origin, states[id]) });
      return {
        provider: changed(provider, change),
        startUrl: `${server.origin}/entry`,
        workingDirectory: '.',
        writes: () => server.writes.length,
        close: () => server.close(),
      };
    },
    { clock: { now: () => Date.now() }, watchMs: 50, limits: { spend: 500, target: 500 } },
  );
}

function changed(provider: Provider, change: (surface: Surface) => Partial<Surface>): Provider {
  return {
    ...provider,
    openSession: async (options): Promise<ProviderSession> => {
      const session = await provider.openSession(options);
      return { ...session, surface: { ...session.surface, ...change(session.surface) } };
    },
  };
}

describe('conformance', () => {
  it('has a state for every scenario', () => {
    expect(Object.keys(states).sort()).toEqual(scenarios.map(({ id }) => id).sort());
  });

  it('is met by the mock', async () => {
    const lines = await conform(scenarios);
    expect(lines.filter(({ ok }) => !ok)).toEqual([]);
    expect(lines).toHaveLength(scenarios.length);
  });

  const broken: readonly {
    scenario: string;
    because: string;
    change: (surface: Surface) => Partial<Surface>;
  }[] = [
    {
      scenario: 'plain-draft',
      because: 'it says that nothing is held',
      change: () => ({ holds: async () => 'not_held' }),
    },
    {
      scenario: 'unknown-modal',
      because: 'it sees no signs and calls everything ready',
      change: () => ({ stopSigns: async () => [], readiness: async () => ({ kind: 'ready' }) }),
    },
    {
      scenario: 'native-dialog',
      because: 'it calls every sign a modal',
      change: (surface) => ({
        stopSigns: async () =>
          (await surface.stopSigns()).map((sign) => ({ ...sign, code: 'modal' as const })),
      }),
    },
    {
      scenario: 'lookalike-final-action',
      because: 'it strips what it cannot see',
      change: (surface) => ({
        resolve: (target) =>
          surface.resolve(target.name === 'Publish' ? { ...target, name: 'Pub​lish' } : target),
      }),
    },
    {
      scenario: 'value-truncated',
      because: 'it believes its own fill',
      change: () => ({ holds: async () => 'held' }),
    },
    {
      scenario: 'value-reverts',
      because: 'it answers what it saw first',
      change: () => ({ holds: async () => 'held' }),
    },
    {
      scenario: 'autosave-without-rule',
      because: 'it sends around the guard',
      change: (surface) => ({
        fill: async (element, value) => {
          const origin = (await surface.location())?.origin;
          await fetch(`${origin}/entries/7`, { method: 'POST' });
          return surface.fill(element, value);
        },
      }),
    },
    {
      scenario: 'look-only',
      because: 'it finds nothing',
      change: () => ({ resolve: async () => ({ kind: 'missing' }) }),
    },
    {
      scenario: 'publish-once',
      because: 'it says that it has pressed, and has not',
      change: () => ({ press: async () => ({ kind: 'done' }) }),
    },
  ];

  it.each(broken)('fails a broken provider at $scenario, because $because', async ({ scenario, change }) => {
    const lines = await conform(
      scenarios.filter(({ id }) => id === scenario),
      change,
    );
    expect(lines.map(({ ok }) => ok)).toEqual([false]);
  });

  it('has a broken provider for every scenario', () => {
    expect(broken.map(({ scenario }) => scenario).sort()).toEqual(scenarios.map(({ id }) => id).sort());
  });
});
