import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import {
  type ConformanceStage,
  runConformance,
  type Scenario,
  scenarios,
} from '@cux/provider-sdk/conformance';
import { describe, expect, test } from 'vitest';
import { startCountingSite } from './harness/counting-site.ts';
import { type SiteCertificate, siteCertificate } from './harness/site-certificate.ts';
import { clock, requireChromium } from './harness/workbench.ts';

/** Over HTTPS only the first and the last act differ: what is read, and what a permit lets leave. */
const secure = ['plain-draft', 'autosave-without-rule', 'publish-once'];

function stageWith(certificate: SiteCertificate | null) {
  return async ({ page }: Scenario): Promise<ConformanceStage> => {
    const site = await startCountingSite(new Map([['/entry', page]]), certificate);
    const workingDirectory = await mkdtemp(path.join(tmpdir(), 'cux-conformance-'));
    return {
      provider: createPlaywrightProvider({ executablePath: requireChromium() }),
      startUrl: `${site.origin}/entry`,
      workingDirectory,
      certificateAuthorities: certificate === null ? [] : [certificate.cert],
      writes: () => site.writes.length,
      close: async () => {
        await site.close();
        await rm(workingDirectory, { recursive: true, force: true });
      },
    };
  };
}

/** Two at a time: while one is watched for late writes, the other works. */
async function conform(wanted: readonly Scenario[], certificate: SiteCertificate | null) {
  const lanes = [0, 1].map((lane) => wanted.filter((_, index) => index % 2 === lane));
  const lines = await Promise.all(
    lanes.map((lane) => runConformance(lane, stageWith(certificate), { clock })),
  );
  return lines.flat();
}

const met = (wanted: readonly Scenario[]) =>
  wanted.map(({ id }) => ({ scenario: id, ok: true, differences: [] })).sort(byScenario);
const byScenario = (one: { scenario: string }, other: { scenario: string }) =>
  one.scenario < other.scenario ? -1 : 1;

describe('what every provider has to get right', () => {
  test('is met over HTTP', async () => {
    expect(scenarios.length).toBeGreaterThan(0);
    expect([...(await conform(scenarios, null))].sort(byScenario)).toEqual(met(scenarios));
  });

  test('is met over HTTPS', async () => {
    const wanted = scenarios.filter(({ id }) => secure.includes(id));
    expect(wanted).toHaveLength(secure.length);
    expect([...(await conform(wanted, await siteCertificate()))].sort(byScenario)).toEqual(met(wanted));
  });
});
