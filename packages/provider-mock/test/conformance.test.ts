import { systemClock } from '@cux/provider-sdk';
import {
  brokenProviders,
  type ConformanceLine,
  type ConformanceSubject,
  runConformance,
  scenarios,
} from '@cux/provider-sdk/conformance';
import { describe, expect, it } from 'vitest';
import { conformanceMock } from '../src/index.ts';

const timeout = 900_000;
const ids = scenarios.map(({ id }) => id);
const sorted = (names: readonly string[]) => [...names].sort();

function conform(
  subject: ConformanceSubject,
  wanted: readonly string[] = ids,
): Promise<readonly ConformanceLine[]> {
  return runConformance(
    scenarios.filter(({ id }) => wanted.includes(id)),
    subject,
    { clock: systemClock, watchMs: 300, lanes: 6, limits: { spend: 1_500, target: 1_500, poll: 25 } },
  );
}

const failedOf = (lines: readonly ConformanceLine[]) =>
  lines.filter(({ outcome }) => outcome !== 'pass').map(({ scenario }) => scenario);

/** Short: each broken provider meets its own scenario and one that it has to pass. Long: all of them. */
const wantedFor = (own: readonly string[]) =>
  process.env.CUX_REPEAT === undefined
    ? [...own, own.includes('plain-draft') ? 'choices-held' : 'plain-draft']
    : ids;

describe('conformance', () => {
  it('is met by the mock, in every scenario', async () => {
    const lines = await conform(conformanceMock);
    expect(lines.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect(sorted(lines.map(({ scenario }) => scenario))).toEqual(sorted(ids));
  });

  it('names each scenario once, and says in a sentence what it is for', () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, because } of scenarios) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(because.length).toBeGreaterThan(20);
    }
  });

  it('has one broken provider for every scenario', () => {
    expect(sorted(brokenProviders.map(({ scenario }) => scenario))).toEqual(sorted(ids));
  });

  it.concurrent.each(brokenProviders)(
    'fails at $scenario, and nowhere else, a provider of which is true: $because',
    { timeout },
    async ({ scenario, breakIt }) => {
      const own = [scenario];
      const broken: ConformanceSubject = {
        ...conformanceMock,
        provider: (played, site) => breakIt(conformanceMock.provider(played, site), site),
      };
      expect(sorted(failedOf(await conform(broken, wantedFor(own))))).toEqual(sorted(own));
    },
  );
});
