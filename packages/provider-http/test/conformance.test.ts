import { systemClock } from '@cux/provider-sdk';
import {
  type BrokenProvider,
  brokenProviders,
  type ConformanceSubject,
  runConformance,
  scenarios,
} from '@cux/provider-sdk/conformance';
import { describe, expect, it } from 'vitest';
import { conformanceHttp } from '../src/index.ts';

/** What an API has not: nothing else may be left out, and each says why. */
const notForAnApi = [
  'choices-held',
  'value-truncated',
  'value-reverts',
  'known-modal',
  'autosave-without-rule',
  'final-action-by-another-name',
  'look-only',
  'screenshot-kept',
  'window-opens',
  'unknown-modal',
  'dialog-element',
  'popover',
  'overlay',
  'frame-cover',
  'native-dialog',
  'captcha',
  'payment',
  'permission',
  'destructive-confirmation',
  'sign-in-wall',
  'disabled-final-action',
  'file-attached',
  'page-sends-twice',
  'slow-press',
  'renamed-target',
  'stored-session-restored',
  'sessions-are-apart',
];
const applicable = scenarios.map(({ id }) => id).filter((id) => !notForAnApi.includes(id));

function conform(subject: ConformanceSubject, wanted: readonly string[]) {
  return runConformance(
    scenarios.filter(({ id }) => wanted.includes(id)),
    subject,
    { clock: systemClock, watchMs: 200, lanes: 6, limits: { spend: 1_000, target: 300, poll: 25 } },
  );
}

const broken = brokenProviders.filter(({ scenario }) => applicable.includes(scenario));

function brokenSubject({ breakIt }: Pick<BrokenProvider, 'breakIt'>): ConformanceSubject {
  return {
    ...conformanceHttp,
    provider: (scenario, site) => breakIt(conformanceHttp.provider(scenario, site), site),
  };
}

describe('conformance', () => {
  it('is met in every scenario that can be about an API, and says of each other one what it lacks', async () => {
    const lines = await conform(
      conformanceHttp,
      scenarios.map(({ id }) => id),
    );
    expect(lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    const left = lines.filter(({ outcome }) => outcome === 'not_applicable');
    expect(left.map(({ scenario }) => scenario)).toEqual(notForAnApi);
    for (const { seen } of left) expect(seen).toMatch(/^needs that /);
  });

  it('has a broken provider for every scenario that is played', () => {
    expect(new Set(broken.map(({ scenario }) => scenario))).toEqual(new Set(applicable));
  });

  it.concurrent.each(broken)(
    'fails at $scenario, and not at what it must pass, a provider of which is true: $because',
    { timeout: 600_000 },
    async ({ scenario, breakIt }) => {
      const other = scenario === 'fact-missing' ? 'facts-read' : 'fact-missing';
      const lines = await conform(brokenSubject({ breakIt }), [scenario, other]);
      const failed = lines.filter(({ outcome }) => outcome !== 'pass').map((line) => line.scenario);
      expect(failed).toEqual([scenario]);
    },
  );
});
