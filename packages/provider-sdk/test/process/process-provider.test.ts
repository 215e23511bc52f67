import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { runConformance, scenarios } from '../../src/conformance/index.ts';
import { countProcesses, pidsThatName, processesThatName } from '../../src/conformance/processes.ts';
import { systemClock } from '../../src/guard/system-clock.ts';
import { ProviderFault } from '../../src/index.ts';
import { findConfinement } from '../../src/process/confinement.ts';
import { type Bench, openBench } from './wayward.ts';

const benches: Bench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
});

async function bench(...parameters: Parameters<typeof openBench>): Promise<Bench> {
  const opened = await openBench(...parameters);
  benches.push(opened);
  return opened;
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    (reason: unknown) => (ProviderFault.isInstance(reason) ? reason.code : 'another fault'),
  );

describe('a provider in another process', () => {
  it('answers over its lines, and leaves nothing behind', async () => {
    const { open, workingDirectory } = await bench('none', '');
    const session = await open();
    expect(session.sessionReference).toMatch(/^wayward-\d+$/);
    expect(await session.surface.location()).toBeNull();
    // Its manifest does not say that it takes files: none is sent to it.
    expect(session.surface.attach).toBeUndefined();
    expect(await countProcesses(workingDirectory)).toBeGreaterThan(0);
    await session.close();
    await session.close();
    expect(await readdir(workingDirectory)).toEqual([]);
    expect(await processesThatName(workingDirectory)).toBe(0);
    expect(await faultOf(session.surface.location())).toBe('engine_gone');
  });

  it.each([
    ['malformed', 'line_malformed'],
    ['too large', 'line_too_large'],
    ['dies', 'engine_gone'],
    ['a fault', 'guard_unreachable'],
  ])('that sends %s is ended with %s', async (way, code) => {
    const { open, workingDirectory } = await bench(way, 'surface/location');
    const session = await open();
    expect(await faultOf(session.surface.location())).toBe(code);
    await session.close();
    expect(await processesThatName(workingDirectory)).toBe(0);
  });

  it('whose child holds its output open is not waited for', async () => {
    const { open, workingDirectory } = await bench('leaves a child', 'surface/location');
    const session = await open();
    await session.surface.location();
    await session.close();
    expect(await readdir(workingDirectory)).toEqual([]);
    const left = await pidsThatName(workingDirectory);
    for (const pid of left) process.kill(pid, 'SIGKILL');
  });

  it.each([
    ['another version', 'initialize', 'version_unsupported'],
    ['another name', 'initialize', 'manifest_invalid'],
    ['silent', 'initialize', 'call_timed_out'],
    ['dies', 'session/open', 'engine_gone'],
    ['a bad reference', 'session/open', 'line_wrong_shape'],
  ])('that is %s at %s opens no session (%s)', async (way, at, code) => {
    const limits = way === 'silent' ? { greeting: 1_000 } : {};
    const { open, workingDirectory } = await bench(way, at, { confinement: 'declared', limits });
    expect(await faultOf(open())).toBe(code);
    expect(await readdir(workingDirectory)).toEqual([]);
    expect(await processesThatName(workingDirectory)).toBe(0);
  });

  it('tells that a target has opened', async () => {
    const { open } = await bench('a target opens', 'surface/location');
    const session = await open();
    expect(session.surface.unexpectedTargetOpened()).toBe(false);
    await session.surface.location();
    expect(session.surface.unexpectedTargetOpened()).toBe(true);
    await session.close();
  });

  const element = { ref: 'e1', role: 'button', name: 'Publish' } as const;

  it('that does not answer a press leaves its outcome unknown, and may answer late', async () => {
    const { open } = await bench('late', 'surface/press', {
      confinement: 'declared',
      limits: { margin: 100 },
    });
    const session = await open();
    expect(await session.surface.press(element, 50)).toEqual({ kind: 'outcome_unknown' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await session.surface.location()).toBeNull();
    await session.close();
  });

  it('that does not answer anything else in time is ended', async () => {
    const { open } = await bench('silent', 'surface/stop_signs', {
      confinement: 'declared',
      limits: { call: 200 },
    });
    const session = await open();
    expect(await faultOf(session.surface.stopSigns())).toBe('call_timed_out');
    expect(await faultOf(session.surface.location())).toBe('call_timed_out');
    await session.close();
  });

  it('ends at the signal, without being asked', async () => {
    const { open, workingDirectory } = await bench('silent', 'session/close');
    const controller = new AbortController();
    const session = await open(controller.signal);
    controller.abort();
    await session.close();
    expect(await processesThatName(workingDirectory)).toBe(0);
    expect(await readdir(workingDirectory)).toEqual([]);
  });

  it('knows nothing of the host’s environment, and its log is screened', async () => {
    process.env.CUX_TEST_SECRET = 'canary-environment';
    const { open, log } = await bench('talks to its log', 'surface/location');
    const session = await open();
    await session.surface.location();
    await expect.poll(() => log.length).toBe(2);
    await session.close();
    delete process.env.CUX_TEST_SECRET;
    expect(log[0]).toMatch(/^opened with .*<redacted>/);
    expect(log.join('\n')).not.toMatch(/eyJ|canary/);
    const names: string[] = JSON.parse(log[1] ?? '[]');
    const allowed = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'PATH', 'TEMP', 'TMP', 'TMPDIR', 'TZ'];
    expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
  });
});

/** Without namespaces there is nothing to show; the others say what holds then. */
describe('confinement', async () => {
  const confined = (await findConfinement()) !== null;
  const site = async () => {
    const arrived: string[] = [];
    const server = createServer((request, response) => {
      arrived.push(`${request.method} ${request.url}`);
      response.end('here');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () => new Promise((resolve) => server.close(resolve));
    return { arrived, url: `http://127.0.0.1:${port}/direct`, close };
  };

  it.runIf(confined)('leaves a provider no way to a site but the guard', async () => {
    const { provider, open } = await bench('goes its own way', 'surface/open', { confinement: 'enforced' });
    expect(provider.confined).toBe(true);
    expect(provider.profile().provider_primitives.external_write).toBe('gated');
    const { arrived, url, close } = await site();
    const session = await open();
    expect(await session.surface.open(url, 2_000)).toEqual({ kind: 'failed' });
    await session.close();
    await close();
    expect(arrived).toEqual([]);
  });

  it.runIf(confined)('ends a child that has left the process group', async () => {
    const { open, workingDirectory } = await bench('leaves a child', 'surface/location', {
      confinement: 'enforced',
    });
    const session = await open();
    await session.surface.location();
    expect(await countProcesses(workingDirectory)).toBeGreaterThan(1);
    await session.close();
    expect(await processesThatName(workingDirectory)).toBe(0);
    expect(await readdir(workingDirectory)).toEqual([]);
  });

  it('that is only declared is seen through by the suite', async () => {
    const { provider } = await bench('goes its own way', 'surface/open', { confinement: 'declared' });
    expect(provider.profile().provider_primitives.external_write).toBe('gated');
    const lines = await runConformance(
      scenarios.filter(({ id }) => id === 'guard-is-the-only-way'),
      { provider: () => provider, features: new Set() },
      { clock: systemClock, watchMs: 100 },
    );
    expect(lines.map(({ outcome }) => outcome)).toEqual(['fail']);
    expect(lines[0]?.differences).toContain('the site was contacted around the guard');
  });
});
