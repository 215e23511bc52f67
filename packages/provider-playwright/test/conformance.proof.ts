import { createPlaywrightProvider } from '@cux/provider-playwright';
import { systemClock } from '@cux/provider-sdk';
import {
  allConformanceFeatures,
  type ConformanceSubject,
  makeSiteKey,
  runConformance,
  scenarios,
} from '@cux/provider-sdk/conformance';
import { describe, expect, test } from 'vitest';
import { requireChromium } from './harness/workbench.ts';

/** Over HTTPS: a write that is kept in, and the one that a permit lets leave. */
const secure = ['autosave-without-rule', 'publish-once'];

/**
 * Left to the long form: what other tests of this package do with a browser already (stop signs one by one, fields,
 * references), and what no browser adds to the mock's pass. `cux provider conform playwright` plays them all.
 */
const short = [
  'draft-saved-by-rule',
  'publication-called-draft',
  'never-loads',
  'page-sends-twice',
  'guard-is-the-only-way',
  'close-leaves-nothing',
  'canaries-stay-in',
  'nothing-is-kept',
];

const subject: ConformanceSubject = {
  provider: () => createPlaywrightProvider({ executablePath: requireChromium() }),
  features: new Set(allConformanceFeatures),
};
const chosen = scenarios.filter(({ id }) => process.env.CUX_REPEAT !== undefined || short.includes(id));

/** The long form starts some fifty browsers. */
const timeout = 900_000;

describe('what every provider has to get right', () => {
  test('is met over HTTP', { timeout }, async () => {
    expect(chosen.length).toBeGreaterThanOrEqual(short.length);
    const lines = await runConformance(chosen, subject, { clock: systemClock, lanes: 2 });
    expect(lines.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
  });

  test('is met over HTTPS', async () => {
    const wanted = scenarios.filter(({ id }) => secure.includes(id));
    expect(wanted).toHaveLength(secure.length);
    const lines = await runConformance(wanted, subject, {
      clock: systemClock,
      lanes: 2,
      key: await makeSiteKey(systemClock),
    });
    expect(lines.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
  });
});
